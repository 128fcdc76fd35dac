// The library in a C++ program: the headers as they are, ownership by std::unique_ptr.
#include <alea/alea.h>

#include <array>
#include <iostream>
#include <memory>
#include <string>

int main()
{
    alea_error error{};
    alea_evaluator *opened = nullptr;
    if (alea_evaluator_open(&opened, &error) != ALEA_OK) {
        std::cerr << error.reason << '\n';
        return 1;
    }
    const std::unique_ptr<alea_evaluator, decltype(&alea_evaluator_close)> evaluator(
        opened, alea_evaluator_close);

    const alea_board board = alea_board_start(ALEA_SETUP_BACKGAMMON);
    const alea_play_rules rules = alea_play_rules_standard();
    const alea_roll roll{{3, 1}};
    const auto list = std::make_unique<alea_play_list>();
    alea_plays(&board, roll, &rules, list.get());

    std::string best;
    float best_equity = -4;
    for (int i = 0; i < list->count; i++) {
        alea_probs probs{};
        alea_eval_results(evaluator.get(), &board, &list->play[i].board, 1, &probs);
        if (alea_probs_equity(&probs) <= best_equity) continue;
        std::array<char, ALEA_PLAY_TEXT_SIZE> text{};
        alea_play_write(&board, &list->play[i], text.data());
        best = text.data();
        best_equity = alea_probs_equity(&probs);
    }
    std::cout << "3-1: " << best << ' ' << best_equity << '\n';
    return best == "8/5 6/5" ? 0 : 1;
}
