// SPDX-License-Identifier: MIT
#include "lockcore/monitor/release/release_script.h"

#include <algorithm>

namespace lockcore {

namespace {

constexpr std::size_t fewElements = 3; // more are compared in a loop

class Writer
{
public:
    Writer(const Bytes &lockKey, const ReleaseRecipe &recipe)
    {
        m_script.keys = {lockKey};
        m_script.keys.insert(m_script.keys.end(), recipe.keys.begin(), recipe.keys.end());
        m_script.arguments = recipe.arguments;
    }

    void line(const std::string &text) { m_script.lua += text + '\n'; }

    void guards(const std::vector<ReleaseGuard> &all)
    {
        for (auto guard = all.begin(); guard != all.end();) {
            if (guard->mayBeOver) {
                const auto end = std::find_if(guard, all.end(), [](const ReleaseGuard &other) { return !other.mayBeOver; });
                leases(guard, end);
                guard = end;
                continue;
            }
            const auto end = std::find_if(guard, all.end(), [&](const ReleaseGuard &other) { return !isAlike(*guard, other); });
            if (static_cast<std::size_t>(end - guard) > fewElements) {
                loop(guard, end);
                guard = end;
            } else {
                this->guard(*guard++);
            }
        }
    }

    void rights(const ReleaseStep &step)
    {
        const auto check = "not redis.acl_check_cmd(" + call(step.words) + ')';
        line("if " + (step.when.empty() ? check : step.when + " and " + check) + " then return {'denied', '" + step.words.front().text
             + "'} end");
    }

    void change(const ReleaseStep &step, bool first)
    {
        statement(step, std::string(first ? "redis.call(" : "try(") + call(step.words) + ')');
    }

    void wakeUp(const ReleaseStep &step, bool checksRights)
    {
        auto tell = "try(" + call(step.words) + ')';
        if (step.optional) {
            tell = "quietly(" + call(step.words) + ')';
            if (checksRights)
                tell = "redis.acl_check_cmd(" + call(step.words) + ") and " + tell + " or 0";
        }
        const auto &verb = step.words.front().text;
        const bool counts = verb == "PUBLISH" || verb == "SPUBLISH";
        statement(step, counts ? "told = told + " + (step.optional && checksRights ? '(' + tell + ')' : tell) : tell);
    }

    ReleaseScript take() { return std::move(m_script); }
    void keepDry() { m_script.dryLua = m_script.lua + "return {'would'}\n"; }

private:
    // Whether both guards are reads of the same kind (HGET, ZSCORE), each of an element of the same key.
    static bool isAlike(const ReleaseGuard &a, const ReleaseGuard &b)
    {
        return a.words.size() == 3 && b.words.size() == 3 && a.words[0] == b.words[0] && a.words[1] == b.words[1]
               && a.words[2].role == ReleaseWord::Role::Text && a.number == b.number && a.difference == b.difference
               && a.missing == b.missing && a.answer.has_value() == b.answer.has_value() && (!a.number || a.answer == b.answer);
    }

    static std::string changed(Difference difference) { return "return {'changed', '" + std::string(toString(difference)) + "'} end"; }

    void statement(const ReleaseStep &step, const std::string &text)
    {
        line(step.when.empty() ? text : "if " + step.when + " then " + text + " end");
    }

    void guard(const ReleaseGuard &guard)
    {
        const auto read = "redis.call(" + call(guard.words) + ')';
        if (guard.words.front().text == "TYPE") {
            line("local kind = " + read + ".ok");
            const bool isTheLock = guard.words[1].text == m_script.keys.front();
            line("if kind == 'none' then " + (isTheLock ? "return {'gone'} end" : changed(guard.missing)));
            line("if kind ~= '" + *guard.answer + "' then " + changed(guard.difference));
        } else if (guard.aboutNow) {
            line("local left = " + read);
            line("local ends = now[1] * 1000 + math.floor(now[2] / 1000) + left");
            const auto off = "ends - " + argument(*guard.answer);
            const auto tooFar = isCutDeadline(guard) ? off + " < -" : "math.abs(" + off + ") > ";
            line("if left < 0 or " + tooFar + std::to_string(deadlineTolerance.count()) + " then " + changed(guard.difference));
        } else if (guard.number) {
            const auto expected = guard.answer->size() > 6 ? "tonumber(" + argument(*guard.answer) + ')' : *guard.answer;
            line("if " + read + (isCutDeadline(guard) ? " < " : " ~= ") + expected + " then " + changed(guard.difference));
        } else if (!guard.answer) {
            line("if not " + read + " then " + changed(guard.missing));
        } else if (guard.missing == guard.difference) {
            line("if " + read + " ~= " + argument(*guard.answer) + " then " + changed(guard.difference));
        } else {
            compareBoth(read, argument(*guard.answer), guard, {});
        }
    }

    void compareBoth(const std::string &read, const std::string &expected, const ReleaseGuard &guard, const std::string &indent)
    {
        line(indent + (m_valueDeclared && indent.empty() ? "value = " : "local value = ") + read);
        m_valueDeclared = m_valueDeclared || indent.empty();
        line(indent + "if not value then " + changed(guard.missing));
        line(indent + "if value ~= " + expected + " then " + changed(guard.difference));
    }

    void loop(std::vector<ReleaseGuard>::const_iterator guard, std::vector<ReleaseGuard>::const_iterator end)
    {
        const auto &first = *guard;
        const bool pairs = first.answer && !first.number;
        const auto from = m_script.arguments.size() + 1;
        for (; guard != end; ++guard) {
            m_script.arguments.push_back(guard->words[2].text);
            if (pairs)
                m_script.arguments.push_back(*guard->answer);
        }
        line("for i = " + std::to_string(from) + ", " + std::to_string(m_script.arguments.size()) + (pairs ? ", 2 do" : " do"));
        const auto read = "redis.call('" + first.words[0].text + "', " + expression(first.words[1]) + ", ARGV[i])";
        if (pairs)
            compareBoth(read, "ARGV[i + 1]", first, "  ");
        else if (first.number)
            line("  if " + read + " ~= " + *first.answer + " then " + changed(first.difference));
        else
            line("  if not " + read + " then " + changed(first.missing));
        line("end");
    }

    // Compares leases that are separate keys: each must be unchanged, or have ended.
    void leases(std::vector<ReleaseGuard>::const_iterator guard, std::vector<ReleaseGuard>::const_iterator end)
    {
        const auto verb = guard->words.front().text;
        const auto from = m_script.keys.size() + 1;
        const auto behind = std::to_string(m_script.arguments.size() + 1 - from);
        for (; guard != end; ++guard) {
            m_script.keys.push_back(guard->words[1].text);
            m_script.arguments.push_back(*guard->answer);
        }
        line("-- Each hold's lease must be as it was seen, or have ended.");
        line("local time = now[1] * 1000 + math.floor(now[2] / 1000)");
        line("for i = " + std::to_string(from) + ", " + std::to_string(m_script.keys.size()) + " do");
        line("  local seen, ends = tonumber(ARGV[i + " + behind + "]), redis.call('" + verb + "', KEYS[i])");
        std::string same = "ends == seen";
        if (verb == "PTTL") {
            line("  if ends >= 0 then ends = time + ends end");
            same += " or seen >= 0 and ends >= 0 and math.abs(ends - seen) <= " + std::to_string(deadlineTolerance.count());
        }
        line("  local over = ends == -2 and seen >= 0 and seen < time");
        line("  if not (" + same + " or over) then " + changed(Difference::Lease));
        line("end");
    }

    std::string call(const ReleaseWords &words)
    {
        std::string text;
        for (const auto &word : words)
            text += (text.empty() ? "" : ", ") + expression(word);
        return text;
    }

    std::string expression(const ReleaseWord &word)
    {
        if (!word.lua.empty())
            return word.lua;
        switch (word.role) {
        case ReleaseWord::Role::Verb: return '\'' + word.text + '\'';
        case ReleaseWord::Role::Key: return "KEYS[" + std::to_string(place(m_script.keys, word.text)) + ']';
        case ReleaseWord::Role::Channel:
        case ReleaseWord::Role::Text: break;
        }
        const auto number = parseInteger(word.text);
        return number && std::to_string(*number) == word.text && word.text.size() <= 10 ? word.text : argument(word.text);
    }

    std::string argument(const Bytes &bytes) { return "ARGV[" + std::to_string(place(m_script.arguments, bytes)) + ']'; }

    static std::size_t place(std::vector<Bytes> &all, const Bytes &bytes)
    {
        const auto found = std::find(all.begin(), all.end(), bytes);
        if (found != all.end())
            return static_cast<std::size_t>(found - all.begin()) + 1;
        all.push_back(bytes);
        return all.size();
    }

    ReleaseScript m_script;
    bool m_valueDeclared = false;
};

bool needsTry(const std::vector<ReleaseStep> &changes, const std::vector<ReleaseStep> &wakeUps)
{
    return changes.size() > 1 || std::any_of(wakeUps.begin(), wakeUps.end(), [](const ReleaseStep &s) { return !s.optional; });
}

} // namespace

bool isCutDeadline(const ReleaseGuard &guard)
{
    return guard.difference == Difference::Lease && guard.answer == std::to_string(latestTime);
}

ReleaseScript writeReleaseScript(const Bytes &lockKey, const ReleaseRecipe &recipe, const std::vector<ReleaseGuard> &guards,
                                 const std::vector<ReleaseStep> &allChanges, const std::vector<ReleaseStep> &wakeUps, bool checksRights)
{
    auto changes = allChanges;
    std::erase_if(changes, [](const ReleaseStep &step) { return step.byLookOnly; });
    Writer writer(lockKey, recipe);
    writer.line("-- Compares with what was seen; if anything differs, it changes nothing.");
    writer.line("local now = redis.call('TIME')");
    writer.guards(guards);
    if (!recipe.prepare.empty())
        writer.line(recipe.prepare);
    if (checksRights) {
        writer.line("-- A script is not rolled back, so the rights are checked before the first change.");
        for (const auto &step : changes)
            writer.rights(step);
        for (const auto &step : wakeUps) {
            if (!step.optional)
                writer.rights(step);
        }
    }
    writer.keepDry();
    writer.line("local told, problem = 0, ''");
    if (needsTry(changes, wakeUps)) {
        writer.line("local function try(...)");
        writer.line("  local answer = redis.pcall(...)");
        writer.line("  if type(answer) == 'table' and answer.err then problem = answer.err return 0 end");
        writer.line("  return answer");
        writer.line("end");
    }
    if (std::any_of(wakeUps.begin(), wakeUps.end(), [](const ReleaseStep &s) { return s.optional; })) {
        writer.line("local function quietly(...)");
        writer.line("  local answer = redis.pcall(...)");
        writer.line("  return type(answer) == 'number' and answer or 0");
        writer.line("end");
    }
    for (std::size_t i = 0; i < changes.size(); ++i)
        writer.change(changes[i], i == 0);
    for (const auto &step : wakeUps)
        writer.wakeUp(step, checksRights);
    writer.line("return {'released', now[1], now[2], told, problem}");
    return writer.take();
}

} // namespace lockcore
