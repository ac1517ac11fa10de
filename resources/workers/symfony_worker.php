<?php
// SPDX-License-Identifier: MIT. A worker for Lockscope's Lab that takes the locks of Symfony (Debian: php-cli php-redis php-symfony-lock):
//     lockscope worker --selftest php symfony_worker.php [client=redis|predis]
// client=redis: the extension php-redis. client=predis: Predis (Debian: php-predis).
// PHP has one thread, and a lock that waits for Redis blocks it. So the locks live in a child; the parent reads the lines and answers probes.
require_once 'Symfony/Component/Lock/autoload.php'; // with Composer: vendor/autoload.php
use Symfony\Component\Lock\Exception\LockConflictedException;
use Symfony\Component\Lock\{Key, Lock, Store\RedisStore};

class No extends Exception {} // it did not happen and never will

$predis = in_array('client=predis', $argv);
if ($predis) {
    ini_set('display_errors', 'stderr'); // standard output belongs to the protocol
    require_once 'Predis/autoload.php';
}

function say($to, array $message) { fwrite($to, json_encode($message) . "\n"); }

class Body // in the child: one request after the other
{
    private $locks = [], $values = [], $calls = 0;

    public function __construct(private $parent, private RedisStore $store, private float $retry, private float $ttl) {}

    public function run()
    {
        while ($line = fgets($this->parent)) {
            $request = json_decode($line, true);
            $kind = $request['type'];
            if ($kind == 'cancel') continue; // its acquire is answered already
            try {
                $answer = ['type' => 'ok', 're' => $request['id']] + $this->$kind($request['id'], $request['lock'], $request);
            } catch (No|LockConflictedException $error) {
                $answer = ['type' => 'no', 're' => $request['id'], 'reason' => $error->getMessage()];
            } catch (Exception $error) { // of a lost connection or a timeout, too: it may have happened
                $answer = ['type' => 'err', 're' => $request['id'], 'code' => get_class($error), 'definite' => false, 'text' => $error->getMessage()];
            }
            say($this->parent, $answer);
        }
    }

    private function validity(Lock $lock)
    {
        $left = $lock->getRemainingLifetime();
        return $left === null ? [] : ['validity_ms' => max(0, (int) ($left * 1000))];
    }

    private function acquire($id, $name, $request)
    {
        $key = new Key($name);
        $lease = $request['lease_ms'] ?? null;
        $lock = new Lock($key, $this->store, $lease === null ? $this->ttl : $lease / 1000, false);
        $end = isset($request['wait_ms']) ? microtime(true) + $request['wait_ms'] / 1000 : INF;
        for ($tries = 0; !$lock->acquire(); ++$tries) { // as acquire(true) does it, which nobody could cancel
            if (microtime(true) + $this->retry > $end || $this->cancelled()) throw new No('not free');
            if ($tries == 0) say($this->parent, ['type' => 'waiting', 'lock' => $name]);
            usleep((int) ($this->retry * 1e6));
        }
        $this->locks[$name] = $lock;
        return ['key' => $name, 'mark' => $key->getState(RedisStore::class)] + $this->validity($lock);
    }

    private function release($id, $name)
    {
        if (!isset($this->locks[$name])) throw new No('not held');
        $this->locks[$name]->release();
        return ['count' => 0];
    }

    private function extend($id, $name, $request)
    {
        $this->locks[$name]->refresh($request['lease_ms'] / 1000);
        return $this->validity($this->locks[$name]);
    }

    private function work($id, $name, $request)
    {
        foreach ($request['steps'] as $op) {
            $call = ['type' => 'res', 'id' => ++$this->calls, 'work' => $id, 'op' => $op, 'lock' => $name];
            say($this->parent, $call + ($op == 'write' ? ['value' => $this->values[$name]] : []));
            $answer = json_decode(fgets($this->parent), true);
            if ($answer['type'] == 'res_no') throw new No($answer['reason'] ?? '');
            if ($op == 'read') $this->values[$name] = $answer['value'] ?? null;
        }
        return [];
    }

    private function cancelled()
    {
        $ready = [$this->parent];
        $none = null;
        return stream_select($ready, $none, $none, 0) && json_decode(fgets($this->parent), true)['type'] == 'cancel';
    }
}

$hello = json_decode(fgets(STDIN), true);
if ($hello['proto'] != 1) exit(say(STDOUT, ['type' => 'err', 'code' => 'unsupported', 'definite' => true, 'text' => 'this worker speaks version 1']));
$lease = $hello['options']['default_lease_ms'] ?? 300000;
[$ours, $theirs] = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0);
if (pcntl_fork() == 0) {
    fclose(STDIN);
    fclose($ours);
    ['redis' => [$at], 'options' => $options] = $hello;
    $connecting = $options['connect_timeout_ms'] / 1000;
    $answering = $options['command_timeout_ms'] / 1000;
    $password = ($at['password'] ?? '') ?: null;
    if ($predis) {
        $redis = new Predis\Client(['host' => $at['host'], 'port' => $at['port'], 'database' => $at['db'], 'timeout' => $connecting,
            'read_write_timeout' => $answering] + ($password ? ['password' => $password] : []));
    } elseif ($hello['cluster'] ?? false) { // the first node names the others
        $redis = new RedisCluster(null, ["{$at['host']}:{$at['port']}"], $connecting, $answering, false, $password);
    } else {
        $redis = new Redis();
        $redis->connect($at['host'], $at['port'], $connecting, null, 0, $answering);
        if ($password) $redis->auth($password);
        $redis->select($at['db']);
    }
    // Symfony sets this TTL first, and the lease by a second command: with its own 300 s, a crash in between leaves the lock for 300 s.
    $ttl = $lease / 1000;
    exit((new Body($theirs, new RedisStore($redis, $ttl), ($options['retry_ms'] ?: 100) / 1000, $ttl))->run()); // 100 ms: Symfony's own
}
fclose($theirs);
$version = class_exists('Composer\InstalledVersions') ? Composer\InstalledVersions::getPrettyVersion('symfony/lock') : '5.4';
say(STDOUT, ['type' => 'hello_ok', 'proto' => 1, 'library' => 'symfony/lock' . ($predis ? ' on predis' : ''), 'version' => $version, 'language' => 'PHP',
    'caps' => ['try', 'extend', ...($predis ? [] : ['cluster'])], 'default_lease_ms' => $lease]);
$until = $asked = [];
stream_set_blocking(STDIN, false);
for ($open = true; $open;) {
    $ready = [STDIN, $ours];
    $none = null;
    stream_select($ready, $none, $none, null);
    foreach ($ready as $from) {
        while ($open && ($line = fgets($from)) !== false) {
            $message = json_decode($line, true);
            $kind = $message['type'];
            $id = $message['id'] ?? $message['re'] ?? null;
            if ($from === $ours) {
                if ($kind == 'ok' && isset($message['validity_ms'])) $until[$asked[$id]] = microtime(true) + $message['validity_ms'] / 1000;
                fwrite(STDOUT, $line);
                break;
            }
            if ($kind == 'probe') {
                say(STDOUT, ['type' => 'held', 're' => $id, 'holding' => ($until[$message['lock']] ?? 0) > microtime(true)]);
            } elseif ($kind == 'bye') {
                $open = false;
            } elseif (in_array($kind, ['acquire', 'release', 'extend', 'work', 'cancel', 'res_ok', 'res_no'])) {
                if ($kind == 'release') unset($until[$message['lock']]); // before it is sent: from now on another may get it
                if (isset($message['lock'])) $asked[$id] = $message['lock'];
                fwrite($ours, $line);
            } else {
                say(STDOUT, ['type' => 'err', 're' => $id, 'code' => 'unsupported', 'definite' => true]);
            }
        }
        if (feof($from)) $open = false;
    }
}
fclose($ours);
pcntl_wait($status);
