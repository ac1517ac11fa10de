// SPDX-License-Identifier: MIT
// Whatever is in a formats file: it is understood, or refused with a line; what is understood can be written, and is the same when it is read
// again; and its rows can read keys.
#include "fuzz_input.h"
#include "lockcore/monitor/reading/classifier.h"
#include "lockcore/monitor/reading/user_format_file.h"

using namespace lockcore;
using lockcore::test::must;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size)
{
    const std::string_view text(reinterpret_cast<const char *>(data), size);
    const auto formats = userFormatsOf(text, "f");
    if (!formats) {
        must(formats.error().kind == ErrorKind::Refused && formats.error().text.starts_with("f, line "), "a refusal names a line", text);
        return 0;
    }
    const auto again = userFormatsOf(textOf(*formats), "f");
    must(again.ok(), "what is written can be read", textOf(*formats));
    must(*again == *formats, "what is written means the same", textOf(*formats));
    const auto rows = rowsOf(*formats);
    must(rows.ok(), "what is read can be used", text);
    const Classifier classifier(*rows);
    KeySnapshot look;
    look.id.key = "ledger:eu:busy";
    look.value.type = ValueType::String;
    look.value.text = std::string(text.substr(0, Value::mostTextBytes));
    look.value.length = static_cast<std::int64_t>(look.value.text.size());
    (void)classifier.classify(look, {});
    return 0;
}
