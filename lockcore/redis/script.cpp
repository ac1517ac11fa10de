// SPDX-License-Identifier: MIT
#include "redis/script.h"

#include <QCryptographicHash>

namespace lockcore {

Script::Script(std::string text)
    : source(std::move(text)),
      sha1(QCryptographicHash::hash(QByteArrayView(source), QCryptographicHash::Sha1).toHex().toStdString())
{
}

Task<Result<Reply>> evaluate(Connection &connection, const Script &script, Args keys, Args arguments)
{
    Args command = {"EVALSHA", script.sha1, std::to_string(keys.size())};
    command.insert(command.end(), std::make_move_iterator(keys.begin()), std::make_move_iterator(keys.end()));
    command.insert(command.end(), std::make_move_iterator(arguments.begin()),
                   std::make_move_iterator(arguments.end()));
    auto reply = co_await connection.command(command);
    if (reply.ok() && reply->isError() && reply->toError().is("NOSCRIPT")) {
        command[0] = "EVAL";
        command[1] = script.source;
        reply = co_await connection.command(command);
    }
    co_return reply;
}

} // namespace lockcore
