// SPDX-License-Identifier: MIT. A worker for Lockscope's Lab that takes locks on ZooKeeper, by Curator's InterProcessMutex. With Debian's
// libcurator-recipes-java, libjackson2-databind-java and a JDK:
//     jars=/usr/share/java; export CLASSPATH=.:$jars/curator-recipes.jar:$jars/curator-framework.jar:$jars/curator-client.jar:$jars/zookeeper.jar:$jars/jackson-databind.jar:$jars/guava.jar:$jars/slf4j-nop.jar
//     javac CuratorWorker.java
//     lockscope worker --selftest --store zookeeper java -Xshare:auto -XX:TieredStopAtLevel=1 -XX:-UsePerfData CuratorWorker [suspended=heed|ignore]
// suspended=heed: while the connection is lost, it takes its locks for lost, as Curator advises. suspended=ignore: it goes on believing.

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.CuratorFrameworkFactory;
import org.apache.curator.framework.recipes.locks.InterProcessMutex;
import org.apache.curator.framework.recipes.locks.PredicateResults;
import org.apache.curator.framework.recipes.locks.StandardLockInternalsDriver;
import org.apache.curator.retry.RetryForever;
import org.apache.zookeeper.KeeperException;
import org.apache.zookeeper.data.Stat;

public final class CuratorWorker {
    private static final ObjectMapper json = new ObjectMapper();
    private static PrintStream output;

    /** It did not happen and never will. */
    private static final class No extends Exception {
        No(String reason) {
            super(reason);
        }
    }

    private static ObjectNode message(String type) {
        return json.createObjectNode().put("type", type);
    }

    private static void say(ObjectNode message) {
        synchronized (json) { // several threads speak
            output.println(message);
            output.flush();
        }
    }

    /** Says when it waits. */
    private final class Driver extends StandardLockInternalsDriver {
        private final String name;
        private boolean waits;

        Driver(String name) {
            this.name = name;
        }

        @Override
        public PredicateResults getsTheLock(CuratorFramework client, List<String> children, String node, int maxLeases)
                throws Exception {
            var result = super.getsTheLock(client, children, node, maxLeases);
            if (!result.getsTheLock() && !waits && !once) {
                waits = true;
                say(message("waiting").put("lock", name));
            }
            return result;
        }
    }

    private static final class Held {
        final Mutex mutex;
        final String node;
        final long token;

        Held(Mutex mutex, String node, long token) {
            this.mutex = mutex;
            this.node = node;
            this.token = token;
        }
    }

    /** Its node is known to subclasses only. */
    private static final class Mutex extends InterProcessMutex {
        Mutex(CuratorFramework client, String path, Driver driver) {
            super(client, path, driver);
        }

        String node() {
            return getLockPath();
        }
    }

    private final CuratorFramework client;
    private final boolean heeds;
    private final LinkedBlockingQueue<JsonNode> requests = new LinkedBlockingQueue<>();
    private final LinkedBlockingQueue<JsonNode> answers = new LinkedBlockingQueue<>();
    private final Map<String, Held> held = new HashMap<>(); // by the lock's name; guarded by itself
    private final Map<String, Held> lost = new HashMap<>(); // likewise
    private final Map<String, Long> tokens = new HashMap<>();
    private final Map<String, Long> values = new HashMap<>();
    private final Thread body;
    private long calls;
    private volatile boolean once; // the acquire in progress tries once
    private volatile long acquiring = -1; // its id
    private volatile long cancelled = -1;

    private CuratorWorker(CuratorFramework client, boolean heeds) {
        this.client = client;
        this.heeds = heeds;
        if (heeds)
            client.getConnectionStateListenable().addListener((framework, state) -> {
                if (!state.isConnected())
                    lose();
            });
        body = new Thread(this::work);
        body.setDaemon(true);
        body.start();
    }

    private void lose() {
        synchronized (held) {
            for (var name : held.keySet())
                say(message("lost").put("lock", name));
            lost.putAll(held);
            held.clear();
        }
    }

    private boolean holds(String name) {
        synchronized (held) {
            return held.containsKey(name);
        }
    }

    private void work() {
        for (;;) {
            JsonNode request;
            try {
                Thread.interrupted(); // of an acquire that was cancelled
                request = requests.take();
            } catch (InterruptedException late) {
                continue;
            }
            long id = request.get("id").asLong();
            try {
                var name = request.get("lock").asText();
                switch (request.get("type").asText()) {
                    case "acquire" -> acquire(id, name, request);
                    case "release" -> release(id, name);
                    default -> pass(id, name, request);
                }
            } catch (No no) {
                say(message("no").put("re", id).put("reason", no.getMessage()));
            } catch (Exception error) {
                boolean definite = !(error instanceof KeeperException);
                say(message("err").put("re", id).put("code", error.getClass().getSimpleName()).put("definite", definite)
                        .put("text", String.valueOf(error.getMessage())));
            }
        }
    }

    private void acquire(long id, String name, JsonNode request) throws Exception {
        var wait = request.get("wait_ms");
        once = wait != null && wait.asLong() == 0;
        var path = "/locks/" + name;
        var mutex = new Mutex(client, path, new Driver(name));
        acquiring = id;
        boolean got = false;
        try {
            if (cancelled == id)
                throw new No("cancelled");
            if (wait == null) {
                mutex.acquire();
                got = true;
            } else {
                got = mutex.acquire(wait.asLong(), TimeUnit.MILLISECONDS);
            }
        } catch (InterruptedException interrupted) {
            throw new No("cancelled");
        } finally {
            acquiring = -1;
        }
        if (!got)
            throw new No("not free");
        var node = mutex.node();
        Stat stat = client.checkExists().forPath(node);
        if (stat == null)
            throw new No("my session has ended meanwhile");
        synchronized (held) {
            if (heeds && !client.getZookeeperClient().isConnected())
                throw new No("my connection is lost");
            held.put(name, new Held(mutex, node, stat.getCzxid()));
            tokens.put(name, stat.getCzxid());
            say(message("ok").put("re", id).put("token", stat.getCzxid()).put("key", path)
                    .put("mark", node.substring(node.lastIndexOf('/') + 1)));
        }
    }

    private void release(long id, String name) throws Exception {
        Held mine, was;
        synchronized (held) {
            mine = held.remove(name); // before it is sent: from now on another may get it
            was = lost.remove(name);
        }
        if (mine == null && was != null)
            was.mutex.release(); // its session may have survived, and its node with it
        if (mine == null)
            throw new No("it is not mine any more");
        mine.mutex.release();
        say(message("ok").put("re", id).put("count", 0));
    }

    private void pass(long id, String name, JsonNode request) throws Exception {
        for (var step : request.get("steps")) {
            var op = step.asText();
            boolean enters = op.equals("enter") || op.equals("write");
            if (heeds && tokens.containsKey(name) && enters && !holds(name))
                throw new No("my connection is lost, and perhaps my lock");
            var call = message("res").put("id", ++calls).put("work", id).put("op", op).put("lock", name);
            if (tokens.containsKey(name))
                call.put("token", tokens.get(name));
            if (op.equals("write") && values.containsKey(name))
                call.put("value", values.get(name));
            say(call);
            var answer = answers.take();
            if (answer.get("type").asText().equals("res_no"))
                throw new No(answer.path("reason").asText());
            if (op.equals("read"))
                values.put(name, answer.get("value").asLong());
        }
        say(message("ok").put("re", id));
    }

    private void cancel(long id) {
        cancelled = id;
        if (acquiring == id)
            body.interrupt();
    }

    public static void main(String[] words) throws Exception {
        output = new PrintStream(System.out, false, "UTF-8");
        var input = new BufferedReader(new InputStreamReader(System.in, "UTF-8"));
        var hello = json.readTree(input.readLine());
        if (hello.get("proto").asLong() != 1) {
            say(message("err").put("code", "unsupported").put("definite", true).put("text", "this worker speaks version 1"));
            return;
        }
        var at = hello.get("servers").get(0);
        if (!at.get("store").asText().equals("zookeeper")) {
            say(message("err").put("code", "unsupported").put("definite", true)
                    .put("text", "this worker speaks to ZooKeeper: give --store zookeeper"));
            return;
        }
        boolean heeds = !Arrays.asList(words).contains("suspended=ignore");
        int timeout = Math.max(200, hello.get("options").path("default_lease_ms").asInt(10_000)); // of the session
        int connecting = hello.get("options").get("connect_timeout_ms").asInt();
        var client = CuratorFrameworkFactory.builder().connectString(at.get("host").asText() + ":" + at.get("port").asInt())
                .sessionTimeoutMs(timeout).connectionTimeoutMs(connecting).retryPolicy(new RetryForever(50)).build();
        client.start();
        client.blockUntilConnected(connecting, TimeUnit.MILLISECONDS);
        var worker = new CuratorWorker(client, heeds);
        var caps = json.createArrayNode().add("try").add("fencing").add("fair");
        if (heeds)
            caps.add("lost");
        var ok = message("hello_ok").put("proto", 1).put("library", "curator").put("version", version()).put("language", "Java")
                .put("lease", "session").put("default_lease_ms", timeout).put("min_lease_ms", 200);
        ok.set("caps", caps);
        say(ok);
        for (var line = input.readLine(); line != null; line = input.readLine()) {
            var request = json.readTree(line);
            long id = request.path("id").asLong();
            switch (request.get("type").asText()) {
                case "acquire", "release", "work" -> worker.requests.put(request);
                case "res_ok", "res_no" -> worker.answers.put(request);
                case "probe" -> {
                    synchronized (worker.held) { // else a `lost` could come between what it sees and what it says
                        say(message("held").put("re", id).put("holding", worker.holds(request.get("lock").asText())));
                    }
                }
                case "cancel" -> worker.cancel(request.get("re").asLong());
                case "bye" -> {
                    client.close();
                    return;
                }
                default -> say(message("err").put("re", id).put("code", "unsupported").put("definite", true));
            }
        }
    }

    private static String version() throws Exception {
        var properties = new Properties();
        try (var file = InterProcessMutex.class.getResourceAsStream("/META-INF/maven/org.apache.curator/curator-recipes/pom.properties")) {
            if (file != null)
                properties.load(file);
        }
        return properties.getProperty("version", "");
    }
}
