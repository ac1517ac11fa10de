// SPDX-License-Identifier: MIT
#include "lockcore/redis/server_directory.h"

#include "lockcore/base/bytes.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <memory>
#include <vector>

#include <dirent.h>
#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>

namespace lockcore {

namespace {

constexpr std::size_t longestSocketPath = 107; // sockaddr_un has 108 bytes, one for the NUL
constexpr std::string_view randomPart = "XXXXXX";
constexpr int openDirectory = O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC;

std::string namePrefix() { return "lockscope-" + std::to_string(::getuid()) + '-'; }

bool isServerDirectoryName(std::string_view name)
{
    const auto prefix = namePrefix();
    return name.starts_with(prefix) && name.size() == prefix.size() + randomPart.size()
           && std::all_of(name.begin(), name.end(),
                          [](char c) { return c == '-' || (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z'); });
}

// Skips TMPDIR if a socket path in it would be too long, or would need quoting in redis.conf.
std::vector<std::string> baseDirectories()
{
    std::vector<std::string> bases;
    const char *variable = std::getenv("TMPDIR");
    std::string own = variable ? variable : "";
    while (own.size() > 1 && own.back() == '/')
        own.pop_back();
    const bool plain = own.starts_with('/') && own.find_first_of("\"\\") == std::string::npos
                       && std::all_of(own.begin(), own.end(), [](char c) { return static_cast<unsigned char>(c) >= ' ' && c != 0x7f; });
    const auto length = socketFile(own + '/' + namePrefix() + std::string(randomPart)).size();
    if (plain && own != "/tmp" && length <= longestSocketPath)
        bases.push_back(std::move(own));
    bases.push_back("/tmp");
    return bases;
}

using Directory = std::unique_ptr<DIR, int (*)(DIR *)>;

Directory listing(int directory)
{
    const int copy = ::openat(directory, ".", openDirectory); // closedir() closes this copy
    Directory list(copy >= 0 ? ::fdopendir(copy) : nullptr, [](DIR *d) { return d ? ::closedir(d) : 0; });
    if (!list && copy >= 0)
        ::close(copy);
    return list;
}

std::vector<std::string> names(int directory)
{
    std::vector<std::string> found;
    const auto list = listing(directory);
    while (const auto *entry = list ? ::readdir(list.get()) : nullptr) {
        const std::string_view name = entry->d_name;
        if (name != "." && name != "..")
            found.emplace_back(name);
    }
    return found;
}

FileDescriptor openOwnDirectory(int base, const std::string &name)
{
    FileDescriptor directory(::openat(base, name.c_str(), openDirectory));
    struct stat info
    { };
    if (!directory || ::fstat(directory.get(), &info) != 0 || info.st_uid != ::getuid())
        return {};
    return directory;
}

constexpr int mostLevels = 4; // of directories: etcd makes data/member/wal

// Removes files, sockets and the directories of this user, but not the top's lock.
void removeContent(int directory, int level = 0)
{
    for (const auto &name : names(directory)) {
        struct stat info
        { };
        if ((level == 0 && name == "lock") || ::fstatat(directory, name.c_str(), &info, AT_SYMLINK_NOFOLLOW) != 0)
            continue;
        if (S_ISREG(info.st_mode) || S_ISSOCK(info.st_mode))
            ::unlinkat(directory, name.c_str(), 0);
        const auto inner = S_ISDIR(info.st_mode) && level < mostLevels ? openOwnDirectory(directory, name) : FileDescriptor();
        if (!inner)
            continue;
        removeContent(inner.get(), level + 1);
        ::unlinkat(directory, name.c_str(), AT_REMOVEDIR);
    }
}

void removeDirectory(int base, const std::string &name, int directory)
{
    removeContent(directory);
    ::unlinkat(directory, "lock", 0); // last: while the lock file exists and is locked, no other sweep considers the directory abandoned
    ::unlinkat(base, name.c_str(), AT_REMOVEDIR);
}

// A directory that is just being created has no lock yet. It counts as abandoned only after one minute.
bool isAbandonedWithoutLock(int directory)
{
    struct stat info
    { };
    return ::fstat(directory, &info) == 0 && info.st_mtim.tv_sec + 60 < ::time(nullptr);
}

void sweepOne(int base, const std::string &name)
{
    const auto directory = openOwnDirectory(base, name);
    if (!directory)
        return;
    const FileDescriptor lock(::openat(directory.get(), "lock", O_RDWR | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC));
    const bool stale = lock ? ::flock(lock.get(), LOCK_EX | LOCK_NB) == 0 : errno == ENOENT && isAbandonedWithoutLock(directory.get());
    if (stale)
        removeDirectory(base, name, directory.get());
}

// Returns no lock, with errno set, if it failed or if another process's sweep removed the directory in between.
ServerDirectory tryMake(const std::string &base)
{
    ServerDirectory made;
    made.path = base + '/' + namePrefix() + std::string(randomPart);
    if (!::mkdtemp(made.path.data()))
        return {};
    made.lock = FileDescriptor(::open((made.path + "/lock").c_str(), O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600));
    struct stat info
    { };
    if (!made.lock || ::flock(made.lock.get(), LOCK_EX | LOCK_NB) != 0 || ::fstat(made.lock.get(), &info) != 0 || info.st_nlink == 0) {
        const int error = errno;
        removeServerDirectory(made.path);
        errno = error;
        return {};
    }
    return made;
}

} // namespace

Result<ServerDirectory> makeServerDirectory()
{
    int error = 0;
    for (const auto &base : baseDirectories()) {
        for (int attempt = 0; attempt < 3; ++attempt) {
            auto made = tryMake(base);
            if (made.lock)
                return made;
            error = errno;
        }
    }
    return Error{ErrorKind::Refused, std::string("cannot make a temporary directory in /tmp: ") + std::strerror(error), "/tmp"};
}

void sweepServerDirectories()
{
    for (const auto &path : baseDirectories()) {
        const FileDescriptor base(::open(path.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC)); // /tmp itself may be a link
        if (!base)
            continue;
        for (const auto &name : names(base.get())) {
            if (isServerDirectoryName(name))
                sweepOne(base.get(), name);
        }
    }
}

void removeServerDirectory(const std::string &path)
{
    if (!isServerDirectoryPath(path))
        return;
    const auto slash = path.rfind('/');
    const auto name = path.substr(slash + 1);
    const FileDescriptor base(::open(path.substr(0, slash + 1).c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    if (!base)
        return;
    if (const auto directory = openOwnDirectory(base.get(), name))
        removeDirectory(base.get(), name, directory.get());
}

bool isServerDirectoryPath(std::string_view path)
{
    const auto slash = path.rfind('/');
    return path.starts_with('/') && isServerDirectoryName(path.substr(slash + 1));
}

std::string logTail(const std::string &directory)
{
    constexpr off_t most = 1500;
    const FileDescriptor log(::open(logFile(directory).c_str(), O_RDONLY | O_NOFOLLOW | O_CLOEXEC));
    struct stat info
    { };
    if (!log || ::fstat(log.get(), &info) != 0)
        return {};
    std::array<char, most> buffer{};
    const auto from = std::max<off_t>(0, info.st_size - most);
    const auto size = ::pread(log.get(), buffer.data(), buffer.size(), from);
    std::string_view text(buffer.data(), size > 0 ? static_cast<std::size_t>(size) : 0);
    if (from > 0)
        text.remove_prefix(std::min(text.size(), text.find('\n') + 1));
    while (text.ends_with('\n'))
        text.remove_suffix(1);
    return std::string(text);
}

} // namespace lockcore
