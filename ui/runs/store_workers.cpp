// SPDX-License-Identifier: MIT
#include "ui/runs/store_workers.h"

#include "ui/runs/files.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>

#include <algorithm>
#include <array>

namespace lockscope {

using namespace Qt::Literals::StringLiterals;
using namespace lockcore;

namespace {

struct Row
{
    Store store = Store::Redis;
    std::string_view program;  ///< in ":/workers"; empty: Lockscope's own workers
    std::string_view option;   ///< the sound way of that worker; empty: it has one way
    std::string_view packages; ///< of Debian
};

constexpr std::array storeRows = {
    Row{Store::Redis, {}, {}, "redis-server"},
    Row{Store::Memcached, "pymemcache_worker.py", "free=cas", "memcached python3-pymemcache"},
    Row{Store::Etcd, "etcd_worker.py", "believes=key", "etcd-server python3-etcd3"},
    Row{Store::Zookeeper, "kazoo_worker.py", "suspended=heed", "libzookeeper-java default-jre-headless python3-kazoo"},
};

const Row *rowOf(Store store)
{
    const auto found = std::ranges::find(storeRows, store, &Row::store);
    return found == storeRows.end() ? nullptr : &*found;
}

// Debian's libraries belong to Debian's Python, which need not be the first one of the PATH.
std::string python()
{
    const auto ofDebian = u"/usr/bin/python3"_s;
    return QFileInfo(ofDebian).isExecutable() ? ofDebian.toStdString() : "python3";
}

} // namespace

std::vector<Store> comparedStores()
{
    std::vector<Store> stores;
    for (const auto &row : storeRows)
        stores.push_back(row.store);
    return stores;
}

Result<std::vector<std::string>> workersOn(Store store, const QString &folder)
{
    const auto *const row = rowOf(store);
    if (!row || row->program.empty())
        return std::vector<std::string>();
    const auto name = QString::fromUtf8(row->program.data(), qsizetype(row->program.size()));
    QFile program(u":/workers/"_s + name);
    if (!program.open(QIODevice::ReadOnly))
        return Error{ErrorKind::Refused, "this program does not carry the worker " + name.toStdString(), "worker"};
    const auto place = folder + u"/workers/"_s + name;
    if (!QDir().mkpath(QFileInfo(place).path()))
        return Error{ErrorKind::Refused, "cannot make the folder " + QFileInfo(place).path().toStdString(), "worker"};
    if (const auto written = writeFile(place, program.readAll()); !written)
        return written.error();
    std::vector<std::string> command{python(), place.toStdString()};
    if (!row->option.empty())
        command.emplace_back(row->option);
    return command;
}

std::string debianPackagesOf(Store store)
{
    const auto *const row = rowOf(store);
    return row ? std::string(row->packages) : std::string();
}

} // namespace lockscope
