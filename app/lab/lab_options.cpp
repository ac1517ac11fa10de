// SPDX-License-Identifier: MIT
#include "app/lab/lab_options.h"

#include "app/command/arguments.h"
#include "app/command/chosen_server.h"
#include "lockcore/base/duration.h"
#include "lockcore/lab/scenario/store_fit.h"
#include "lockcore/locks/catalogue.h"
#include "ui/runs/comparison.h"
#include "ui/runs/store_workers.h"
#include "ui/words/refused.h"
#include "ui/words/shown_text.h"
#include "ui/words/tr.h"

#include <algorithm>

namespace lockscope {

using namespace Qt::Literals::StringLiterals;
using lockcore::Result;

namespace {

class Reader
{
public:
    explicit Reader(QStringList words)
        : m_words(std::move(words))
    { }

    Result<LabOptions> read()
    {
        while (!m_words.isEmpty()) {
            const auto word = m_words.takeFirst();
            if (const auto taken = take(word); !taken)
                return taken.error();
        }
        if (const auto fits = checkTogether(); !fits)
            return fits.error();
        if (auto chosen = chooseServer(); !chosen)
            return chosen.error();
        return m_options;
    }

private:
    // Checks options that are valid alone, but not in combination.
    Result<void> checkTogether() const
    {
        using enum LabOptions::What;
        const auto what = m_options.what;
        if ((what == Play || what == Compare) && m_options.scenarios.isEmpty())
            return refused(Words::tr("give a scenario; `lockscope lab --list` shows them"));
        if (what == Compare && m_options.scenarios.size() > 1)
            return refused(Words::tr("--compare takes one scenario"));
        if (takesSubject() && !m_options.scenarios.isEmpty())
            return refused(Words::tr("\"%1\" is out of place: a sweep, a hunt and a check take no scenario, and their command stands right "
                                     "after --sweep, --hunt TIME or --check, or last, after --")
                               .arg(shownText(argumentBytes(m_options.scenarios.first()), 60)));
        if (what != Play && what != Compare && !m_options.scenarios.isEmpty())
            return refused(Words::tr(
                "--list, --judge, --suite, --replay, --compare-stores, --lesson, --pitfalls, --challenges and --challenge take no scenario"));
        if ((what == Compare || what == Lesson) && !m_options.command.empty())
            return refused(Words::tr("--compare and --lesson play Lockscope's own workers: they take no command"));
        if (what == Stores && (!m_options.command.empty() || m_server || m_url))
            return refused(Words::tr("--compare-stores has workers and servers of its own: it takes no command, no --server and no --url"));
        if (what == Replay && m_options.seed)
            return refused(Words::tr("--replay takes the seed of the run"));
        if (what != Play && what != Suite && what != Check && what != Replay && !m_options.junit.isEmpty())
            return refused(Words::tr("--junit belongs to scenarios, to --suite, to --check or to --replay"));
        if (what != Check && (m_options.checkTime || !m_options.html.isEmpty() || !m_options.jsonFile.isEmpty()))
            return refused(Words::tr("--html, --json FILE and --time belong to --check, before it"));
        if (what != Suite && !m_options.baseline.isEmpty())
            return refused(Words::tr("--baseline belongs to --suite, before it"));
        if (m_options.cluster && what != Play && what != Suite)
            return refused(Words::tr("--cluster belongs to scenarios or to --suite"));
        if (m_options.cluster && m_options.store && *m_options.store != lockcore::Store::Redis)
            return refused(Words::tr("--cluster is one of Redis: leave out --store"));
        if (m_options.cluster && m_url)
            return refused(Words::tr("--cluster starts a cluster of its own: it takes no --url"));
        if (what != Challenge && !m_options.answer.isEmpty())
            return refused(Words::tr("--answer belongs to --challenge"));
        if (m_options.store && what != Play && what != Suite && what != List && !takesSubject())
            return refused(Words::tr("--store belongs to scenarios, to --list, --suite, --sweep, --hunt and --check, before it"));
        if (m_options.writeBaseline && m_options.baseline.isEmpty())
            return refused(Words::tr("--write-baseline needs --baseline FILE"));
        return checkSubject();
    }

    Result<void> take(const QString &word)
    {
        if (word == u"--"_s)
            return takeCommand();
        if (word == u"--list"_s)
            return choose(LabOptions::What::List);
        if (word == u"--suite"_s) {
            const auto chosen = choose(LabOptions::What::Suite);
            const bool hasCommand = chosen.ok() && !m_words.isEmpty() && !m_words.first().startsWith(u'-');
            return hasCommand ? takeCommand() : chosen;
        }
        if (word == u"--sweep"_s) {
            const auto chosen = choose(LabOptions::What::Sweep);
            return chosen ? takeSubject() : chosen;
        }
        if (word == u"--check"_s) {
            const auto chosen = choose(LabOptions::What::Check);
            return chosen ? takeSubject() : chosen;
        }
        if (word == u"--hunt"_s)
            return takeHunt(word);
        if (word == u"--pitfalls"_s) {
            if (!m_words.isEmpty() && !m_words.first().startsWith(u'-'))
                m_options.pitfall = m_words.takeFirst();
            return choose(LabOptions::What::Pitfalls);
        }
        if (word == u"--challenges"_s)
            return choose(LabOptions::What::Challenges);
        if (word == u"--challenge"_s) {
            if (auto value = takeValue(word, m_options.challenge); !value)
                return value;
            return choose(LabOptions::What::Challenge);
        }
        if (word == u"--answer"_s)
            return takeValue(word, m_options.answer);
        if (word == u"--json"_s)
            return takeJson();
        if (word == u"--html"_s)
            return takeValue(word, m_options.html);
        if (word == u"--time"_s)
            return takeTime(word);
        if (word == u"--judge"_s) {
            if (auto value = takeValue(word, m_options.history); !value)
                return value;
            return choose(LabOptions::What::Judge);
        }
        if (word == u"--replay"_s) {
            if (auto value = takeValue(word, m_options.replay); !value)
                return value;
            return choose(LabOptions::What::Replay);
        }
        if (word == u"--compare"_s)
            return takeCompared(word);
        if (word == u"--compare-stores"_s)
            return takeStores(word);
        if (word == u"--lesson"_s) {
            if (auto value = takeValue(word, m_options.lesson); !value)
                return value;
            return choose(LabOptions::What::Lesson);
        }
        if (word == u"--write-baseline"_s) {
            m_options.writeBaseline = true;
            return {};
        }
        if (word == u"--junit"_s)
            return takeValue(word, m_options.junit);
        if (word == u"--baseline"_s)
            return takeValue(word, m_options.baseline);
        if (word == u"--runs"_s)
            return takeValue(word, m_options.runs);
        if (word == u"--cluster"_s) {
            m_options.cluster = true;
            return {};
        }
        if (word == u"--server"_s)
            return takeValue(word, m_server.emplace());
        if (word == u"--store"_s)
            return takeStore(word);
        if (word == u"--url"_s)
            return takeValue(word, m_url.emplace());
        if (word == u"--password-file"_s)
            return takeValue(word, m_passwordFile.emplace());
        if (word == u"--seed"_s)
            return takeSeed(word);
        if (word.startsWith(u'-'))
            return refused(Words::tr("there is no option \"%1\"").arg(shownText(argumentBytes(word), 60)));
        m_options.scenarios += word;
        return {};
    }

    Result<void> chooseServer()
    {
        if (m_server)
            m_options.server = *m_server;
        if (!m_url)
            return m_passwordFile ? Result<void>(refused(Words::tr("--password-file belongs to --url"))) : Result<void>();
        if (takesSubject() || m_options.what == LabOptions::What::Lesson || m_options.what == LabOptions::What::Challenge)
            return refused(Words::tr("--check, --sweep, --hunt, --lesson and --challenge use private servers only: they take no --url"));
        if (m_server)
            return refused(Words::tr("choose either --server or --url"));
        if (m_options.store.value_or(lockcore::Store::Redis) != lockcore::Store::Redis)
            return refused(Words::tr("--url names a Redis server; of another store the Lab starts one of its own"));
        const auto file = m_passwordFile ? std::optional(argumentBytes(*m_passwordFile)) : std::nullopt;
        auto endpoint = endpointFor(m_url, {file, {}});
        if (!endpoint)
            return endpoint.error();
        if (endpoint->group)
            return refused(Words::tr("--url names one server; name the primary itself, not its Sentinels"));
        if (endpoint->cluster)
            return refused(Words::tr("--url names one server; for a cluster of the Lab's own, there is --cluster"));
        m_options.foreign = *std::move(endpoint);
        return {};
    }

    Result<void> choose(LabOptions::What what)
    {
        if (m_options.what != LabOptions::What::Play)
            return refused(Words::tr(
                "choose one of --list, --judge, --suite, --sweep, --hunt, --check, --replay, --compare, --compare-stores, --lesson, --pitfalls, --challenges and --challenge"));
        m_options.what = what;
        return {};
    }

    // All words that follow belong to the command, including its options.
    Result<void> takeCommand()
    {
        for (const auto &word : std::exchange(m_words, {}))
            m_options.command.push_back(argumentBytes(word));
        if (m_options.command.empty())
            return refused(Words::tr("after -- comes the command that starts a worker"));
        return {};
    }

    Result<void> takeCompared(const QString &option)
    {
        QString names;
        if (auto value = takeValue(option, names); !value)
            return value;
        for (const auto &name : names.split(u',')) {
            const auto known = argumentBytes(name.trimmed());
            if (!lockcore::findProtocol(known))
                return refused(
                    Words::tr("%1: there is no protocol \"%2\"; `lockscope lock --help` lists them").arg(option, shownText(known, 60)));
            if (std::ranges::find(m_options.compared, known) != m_options.compared.end())
                return refused(Words::tr("%1: %2 is there twice").arg(option, shownText(known)));
            m_options.compared.push_back(known);
        }
        if (m_options.compared.size() < fewestCompared || m_options.compared.size() > mostCompared)
            return refused(Words::tr("%1: give 2 to 6 protocols, for example set-nx-del,token,fenced").arg(option));
        return choose(LabOptions::What::Compare);
    }

    // Without a list: all.
    Result<void> takeStores(const QString &option)
    {
        const bool isListed = !m_words.isEmpty() && !m_words.first().startsWith(u'-');
        const auto known = comparedStores();
        for (const auto &name : isListed ? m_words.takeFirst().split(u',') : QStringList()) {
            const auto store = lockcore::fromWord<lockcore::Store>(argumentBytes(name.trimmed()));
            if (!store || std::ranges::find(known, *store) == known.end())
                return refused(Words::tr("%1: there is no store \"%2\" to compare; there are %3")
                                   .arg(option, shownText(argumentBytes(name), 60), namesOf(known)));
            if (std::ranges::find(m_options.stores, *store) != m_options.stores.end())
                return refused(Words::tr("%1: %2 is there twice").arg(option, shownText(argumentBytes(name), 60)));
            m_options.stores.push_back(*store);
        }
        return choose(LabOptions::What::Stores);
    }

    static QString namesOf(const std::vector<lockcore::Store> &stores)
    {
        QStringList names;
        for (const auto store : stores)
            names << QString::fromStdString(std::string(lockcore::wordOf(store)));
        return names.join(u", "_s);
    }

    Result<void> takeHunt(const QString &option)
    {
        if (auto chosen = choose(LabOptions::What::Hunt); !chosen)
            return chosen;
        const auto time = takeDuration(option);
        if (!time)
            return time.error();
        m_options.huntTime = *time;
        return takeSubject();
    }

    Result<void> takeTime(const QString &option)
    {
        const auto time = takeDuration(option);
        if (!time)
            return time.error();
        m_options.checkTime = *time;
        return {};
    }

    Result<lockcore::Milliseconds> takeDuration(const QString &option)
    {
        QString text;
        if (auto value = takeValue(option, text); !value)
            return value.error();
        const auto time = lockcore::parseDuration(argumentBytes(text));
        if (!time || *time < std::chrono::seconds(1) || *time > std::chrono::hours(24))
            return refused(Words::tr("%1: write how long, from 1s to 24h, for example 5m").arg(option));
        return std::chrono::duration_cast<lockcore::Milliseconds>(*time);
    }

    // A check writes its JSON to a file, as its text is for a person; the others print it. What follows tells them apart.
    Result<void> takeJson()
    {
        using enum LabOptions::What;
        const bool mayBeCheck = m_options.what == Play || m_options.what == Check;
        const bool prints = !mayBeCheck || m_words.isEmpty() || m_words.first().startsWith(u'-');
        if (!prints)
            return takeValue(u"--json"_s, m_options.jsonFile);
        m_options.json = true;
        return {};
    }

    // Reads a protocol with its options, or a command, which may also come after --.
    Result<void> takeSubject()
    {
        if (m_words.isEmpty() || m_words.first().startsWith(u'-'))
            return {};
        const auto name = argumentBytes(m_words.first());
        if (!lockcore::findProtocol(name))
            return takeCommand();
        m_options.protocol = name;
        m_words.removeFirst();
        while (!m_words.isEmpty() && !m_words.first().startsWith(u'-') && m_words.first().contains(u'=')) {
            const auto option = argumentBytes(m_words.takeFirst());
            const auto sign = option.find('=');
            m_options.protocolOptions[option.substr(0, sign)] = option.substr(sign + 1);
        }
        return {};
    }

    bool takesSubject() const
    {
        using enum LabOptions::What;
        return m_options.what == Sweep || m_options.what == Hunt || m_options.what == Check;
    }

    Result<void> checkSubject() const
    {
        using enum LabOptions::What;
        const auto what = m_options.what;
        const bool prints = what == Suite || what == Compare || what == Stores || what == Sweep || what == Hunt || what == Pitfalls
                            || what == Challenges || what == Challenge;
        if (m_options.json && !prints)
            return refused(Words::tr(
                "--json belongs to --suite, --compare, --compare-stores, --sweep, --hunt, --pitfalls, --challenges and --challenge; --check "
                "takes --json FILE"));
        if ((what == Pitfalls || what == Challenges || what == Challenge) && !m_options.command.empty())
            return refused(Words::tr("pitfalls and challenges take no command"));
        const auto store = m_options.store.value_or(lockcore::Store::Redis);
        if (takesSubject() && store != lockcore::Store::Redis && m_options.command.empty())
            return refused(
                Words::tr("Lockscope's own protocols speak to Redis only: give the command of a worker that speaks to %1, for example %2")
                    .arg(shownText(lockcore::nameOf(store)), shownText(lockcore::exampleWorker(store))));
        if (takesSubject() && m_options.protocol.empty() == m_options.command.empty())
            return refused(Words::tr("give either a protocol of `lockscope lock --help`, or the command that starts a worker"));
        return {};
    }

    Result<void> takeValue(const QString &option, QString &value)
    {
        if (m_words.isEmpty())
            return refused(Words::tr("%1 needs a value").arg(option));
        value = m_words.takeFirst();
        return {};
    }

    Result<void> takeStore(const QString &option)
    {
        QString name;
        if (auto value = takeValue(option, name); !value)
            return value;
        m_options.store = lockcore::fromWord<lockcore::Store>(argumentBytes(name));
        if (!m_options.store)
            return refused(
                Words::tr("%1: there is no store \"%2\"; there are %3")
                    .arg(option, shownText(argumentBytes(name), 60), QString::fromStdString(lockcore::listOfWords<lockcore::Store>())));
        return {};
    }

    Result<void> takeSeed(const QString &option)
    {
        QString text;
        if (auto value = takeValue(option, text); !value)
            return value;
        const auto number = lockcore::parseInteger(argumentBytes(text));
        if (!number || *number < 1 || *number > (std::int64_t(1) << 53))
            return refused(Words::tr("--seed: write a whole number from 1 to 9007199254740992"));
        m_options.seed = static_cast<std::uint64_t>(*number);
        return {};
    }

    QStringList m_words;
    std::optional<QString> m_server;
    std::optional<QString> m_url;
    std::optional<QString> m_passwordFile;
    LabOptions m_options;
};

} // namespace

RunSetup setupOf(const LabOptions &options) { return {{}, options.command, options.server.toStdString(), options.foreign}; }

Result<LabOptions> parseLabOptions(const QStringList &arguments)
{
    LabOptions options;
    const auto own = arguments.mid(0, arguments.indexOf(u"--"_s));
    options.help = own.contains(u"--help"_s) || own.contains(u"-h"_s);
    options.version = own.contains(u"--version"_s) || own.contains(u"-v"_s);
    if (options.help || options.version)
        return options;
    return Reader(arguments).read();
}

} // namespace lockscope
