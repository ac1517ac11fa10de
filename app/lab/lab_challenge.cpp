// SPDX-License-Identifier: MIT
#include "app/lab/lab_challenge.h"

#include "app/command/standard_output.h"
#include "app/command/terminal_style.h"
#include "app/lab/lab_challenge_output.h"
#include "app/lab/lab_pitfalls.h"
#include "app/lab/lab_print.h"
#include "app/lab/lab_runs.h"
#include "lockcore/lab/scenario/built_in_scenarios.h"
#include "ui/profiles/own_settings.h"
#include "ui/runs/suite.h"
#include "ui/words/shown_text.h"
#include "ui/words/tr.h"

#include <QSettings>

#include <csignal>
#include <iostream>

#include <unistd.h>

namespace lockscope {

using namespace lockcore;

namespace {

// None: it was interrupted.
std::optional<LabResult> played(const LabOptions &options, Scenario scenario)
{
    PooledRuns runs(pooledOptions(options));
    std::vector<Scenario> scenarios;
    scenarios.push_back(std::move(scenario));
    Suite suite(runs, std::move(scenarios));
    playedToTheEnd(runs.loop(), suite.play());
    runs.tell({});
    return suite.result().results.front();
}

/// Asks one challenge on the terminal, and plays what is chosen.
class ChallengeSitting
{
public:
    ChallengeSitting(const LabOptions &options, Challenge challenge)
        : m_options(options)
        , m_challenge(std::move(challenge))
        , m_settings(ownSettings())
        , m_progress(m_settings.get())
    { }

    int show() const
    {
        return m_options.json ? printed(questionJson(m_challenge, m_progress.of(m_challenge)))
                              : printed(questionText(m_challenge, m_progress.of(m_challenge), m_style).toUtf8());
    }

    int play(std::size_t answer)
    {
        auto result = lockscope::played(m_options, scenarioOf(m_challenge, answer));
        for (int plays = 1; plays < mostPlaysOfAnswer && result && isWorthAnother(m_challenge, answer, *result); ++plays)
            result = lockscope::played(m_options, scenarioOf(m_challenge, answer));
        if (!result)
            return exitNotComplete;
        m_progress.note(m_challenge, answer, answerVerdict(m_challenge, answer, *result));
        const auto text = m_options.json ? answeredJson(m_challenge, answer, *result, m_progress.of(m_challenge))
                                         : answeredText(m_challenge, answer, *result, m_style).toUtf8();
        const int code = exitCodeOf(m_challenge, answer, *result);
        if (result->error)
            complain(asSentence(result->error->text));
        return printed(text, code);
    }

    // Until an answer is right, or the input ends.
    int ask()
    {
        show();
        int code = exitUsage;
        for (std::string line; code != exitYes;) {
            writeAll(STDOUT_FILENO, Words::tr("\nYour answer, 1 to %1: ").arg(m_challenge.answers.size()).toUtf8());
            if (!std::getline(std::cin, line)) {
                writeAll(STDOUT_FILENO, "\n");
                if (code == exitUsage)
                    complain(Words::tr("nothing was answered; --answer N plays an answer"));
                return code;
            }
            if (const auto answer = answerIn(line))
                code = play(*answer);
            if (code == exitNoServer)
                return code;
        }
        return code;
    }

    std::optional<std::size_t> answerIn(const std::string &text) const
    {
        const auto number = QString::fromStdString(text).trimmed().toULongLong();
        return number >= 1 && number <= m_challenge.answers.size() ? std::optional(static_cast<std::size_t>(number) - 1) : std::nullopt;
    }

private:
    const LabOptions &m_options;
    const Challenge m_challenge;
    const std::unique_ptr<QSettings> m_settings;
    ChallengeProgress m_progress;
    const TextStyle m_style = terminalStyle(STDOUT_FILENO);
};

int refuseUsage(const QString &sentence)
{
    complain(asSentence(sentence.toStdString()));
    return exitUsage;
}

} // namespace

int listChallenges(const LabOptions &options)
{
    const auto challenges = builtInChallenges();
    const auto settings = ownSettings();
    const ChallengeProgress progress(settings.get());
    return printed(options.json ? challengesJson(challenges, progress)
                                : challengesText(challenges, progress, terminalStyle(STDOUT_FILENO)).toUtf8());
}

int runChallenge(const LabOptions &options)
{
    std::signal(SIGPIPE, SIG_IGN);
    auto challenge = challengeNamed(options.challenge, builtInChallenges());
    if (!challenge)
        return refuseUsage(QString::fromStdString(challenge.error().text));
    const auto answers = challenge->answers.size();
    ChallengeSitting sitting(options, *std::move(challenge));
    if (options.answer.isEmpty())
        return options.json ? sitting.show() : sitting.ask();
    const auto answer = sitting.answerIn(options.answer.toStdString());
    return answer ? sitting.play(*answer) : refuseUsage(Words::tr("--answer: write a number from 1 to %1").arg(answers));
}

int listPitfalls(const LabOptions &options)
{
    const auto pitfalls = pitfallsOf(options.pitfall);
    if (!pitfalls)
        return refuseUsage(QString::fromStdString(pitfalls.error().text));
    const auto stories = builtInScenarios();
    return printed(options.json ? pitfallsJson(*pitfalls, stories)
                                : pitfallsText(*pitfalls, stories, terminalStyle(STDOUT_FILENO)).toUtf8());
}

} // namespace lockscope
