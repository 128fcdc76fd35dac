"""The one assertion that names its facts, also where Python runs without asserts."""


def expect(claim, *facts):
    """Raises AssertionError with the facts unless the claim holds."""
    if not claim:
        raise AssertionError("\n".join(str(fact) for fact in facts))
