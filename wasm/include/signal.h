/* Nothing: signals are not known here. */
