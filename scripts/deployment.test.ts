import { execFileSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { parseEnv } from "node:util";
import ignore from "@balena/dockerignore";
import { createTestServer } from "@porchlight/server/testing";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { stopLimitMs } from "../packages/cli/src/commands/server/start.ts";
import { createProgram } from "../packages/cli/src/program.ts";
import { readEnvironment } from "../packages/cli/src/runtime/environment.ts";
import { httpLimits } from "../packages/cli/src/start/http-server.ts";
import { uploadPath } from "../packages/server/src/media/files/upload-url.ts";
import { root } from "./run-step.ts";

type Variables = Record<string, string>;

const read = (file: string): string => readFileSync(path.join(root, file), "utf8");
// biome-ignore lint/suspicious/noExplicitAny: the schema of each file is checked by its own tools
const readYaml = (file: string): any => parse(read(file));

const secretKey = randomBytes(32).toString("base64");
/** The longest that the server accepts. */
const maxDrainMs = readEnvironment({ DRAIN_SECONDS: "60" }, {}, false).drainSeconds * 1_000;

/** The variables that the server reads. */
function readNames(): Set<string> {
  const names = new Set(["NODE_ENV"]);
  const recorder = new Proxy<Variables>({}, { get: (_target, name) => void names.add(String(name)) });
  readEnvironment(recorder, {}, false);
  return names;
}

/** Requires that the server reads all variables and accepts their values in production. */
function expectAccepted(variables: Variables) {
  const names = readNames();
  expect(Object.keys(variables).filter((name) => !names.has(name))).toEqual([]);
  return readEnvironment({ ...variables, NODE_ENV: "production" }, {}, false);
}

/** Instructions of the Dockerfile, with continued lines joined. */
const instructions = read("Dockerfile")
  .replace(/^#.*\n/gm, "")
  .replaceAll(/\\\n\s*/g, "")
  .split("\n")
  .filter((line) => line !== "")
  .map((line) => ({ name: line.split(" ", 1)[0] ?? "", value: line.slice(line.indexOf(" ") + 1) }));
const instructionValue = (name: string) =>
  instructions.findLast((instruction) => instruction.name === name)?.value ?? "";
const imageVariables = parseEnv(instructionValue("ENV").replaceAll(" ", "\n")) as Variables;

describe("the container image", () => {
  const excluded = ignore.default().add(read(".dockerignore"));

  it("has the files that its build and its start need", () => {
    const { workspaces } = JSON.parse(read("package.json")) as { workspaces: string[] };
    const manifests = execFileSync("git", ["ls-files", ...workspaces.map((name) => `${name}/package.json`)], {
      cwd: root,
      encoding: "utf8",
    });
    const needed = ["package.json", "package-lock.json", ".npmrc", "scripts/build.ts", ...manifests.trim().split("\n")];
    expect(needed.filter((file) => excluded.ignores(file))).toEqual([]);
    const copied = instructions
      .filter(({ name, value }) => name === "COPY" && value.startsWith("--from=build"))
      .flatMap(({ value }) => [...value.matchAll(/\/app\/(\S+)/g)].map(([, file = ""]) => file));
    expect(copied).toEqual(expect.arrayContaining(["node_modules", "packages", "apps"]));
    for (const file of copied) expect([file, existsSync(path.join(root, file))]).toEqual([file, true]);
    const [program, script = ""] = JSON.parse(instructionValue("ENTRYPOINT")) as string[];
    expect([program, existsSync(path.join(root, script.replace("/app/", "")))]).toEqual(["node", true]);
  });

  it.each([".git/config", ".env", "data/secret-key", "node_modules/a/b.js", "packages/cli/src/main.test.ts"])(
    "excludes %s",
    (file) => expect(excluded.ignores(file)).toBe(true),
  );

  it("starts as a user without privileges, with settings that the server accepts", () => {
    const environment = expectAccepted({ ...imageVariables, SECRET_KEY: secretKey });
    expect(environment).toMatchObject({
      host: "0.0.0.0",
      port: Number(instructionValue("EXPOSE")),
      dataDir: instructionValue("VOLUME"),
    });
    expect(instructionValue("USER")).toMatch(/^[1-9]\d*:[1-9]\d*$/);
    expect(instructionValue("FROM")).toMatch(/^node:24-/);
  });

  it("checks its health at a route of the server", async () => {
    const server = await createTestServer();
    const [, probed = ""] = /PORT\}(\/\w+)/.exec(instructionValue("HEALTHCHECK")) ?? [];
    expect((await server.call("GET", probed)).status).toBe(200);
  });
});

describe("compose.yaml", () => {
  const { services } = readYaml("compose.yaml");

  it("has variables that the server accepts, and addresses of its own services", () => {
    const variables: Variables = services.porchlight.environment;
    const given: Variables = { SECRET_KEY: secretKey, POSTGRES_PASSWORD: "password" };
    const substituted = Object.entries(variables).map(([name, value]) => [
      name,
      value.replaceAll(/\$\{(\w+)(?::[-?]([^}]*))?\}/g, (_all, key: string, other: string) => given[key] ?? other),
    ]);
    const environment = expectAccepted({ ...imageVariables, ...Object.fromEntries(substituted) });
    for (const url of [environment.databaseUrl, environment.smtpUrl])
      expect(Object.keys(services)).toContain(new URL(String(url)).hostname);
    expect(services.porchlight.ports[0]).toMatch(new RegExp(`:${environment.port}$`));
    expect(services.porchlight.volumes[0].split(":")[1]).toBe(environment.dataDir);
  });

  it("waits until the server has stopped, and mounts its root read-only", () => {
    const { stop_grace_period, read_only, cap_drop } = services.porchlight;
    expect(Number.parseInt(stop_grace_period, 10) * 1_000).toBeGreaterThan(maxDrainMs + stopLimitMs);
    expect([read_only, cap_drop]).toEqual([true, ["ALL"]]);
  });
});

describe("the Kubernetes manifests", () => {
  const folder = "deploy/kubernetes";
  const { resources } = readYaml(`${folder}/kustomization.yaml`) as { resources: string[] };
  const manifests = [...resources, "migrate/job.yaml"].map((file) => readYaml(`${folder}/${file}`));
  const find = (kind: string) => manifests.find((manifest) => manifest.kind === kind);
  const { spec: deployment } = find("Deployment");
  const pod = deployment.template.spec;
  const [container] = pod.containers;

  it("has settings that the server accepts", () => {
    const secrets = { SECRET_KEY: secretKey, DATABASE_URL: "postgresql://porchlight:password@db:5432/porchlight" };
    const environment = expectAccepted({ ...imageVariables, ...find("ConfigMap").data, ...secrets });
    expect(container.ports.map(({ containerPort }: { containerPort: number }) => containerPort)).toEqual([
      environment.port,
      environment.metricsPort,
    ]);
    expect(deployment.template.metadata.annotations["prometheus.io/port"]).toBe(String(environment.metricsPort));
    expect(container.volumeMounts[0].mountPath).toBe(environment.dataDir);
  });

  it("probes routes of the server", async () => {
    const server = await createTestServer();
    for (const probe of ["startupProbe", "readinessProbe", "livenessProbe"]) {
      const { path: probed, port } = container[probe].httpGet;
      expect([probe, port, (await server.call("GET", probed)).status]).toEqual([probe, "http", 200]);
    }
    // A readiness check takes up to two seconds.
    expect(container.readinessProbe.timeoutSeconds).toBeGreaterThan(2);
  });

  it("drains before the server stops, and waits until it has stopped", () => {
    const drainSeconds = Number(container.lifecycle.preStop.exec.command[1]);
    expect(pod.terminationGracePeriodSeconds).toBeGreaterThan(drainSeconds + (maxDrainMs + stopLimitMs) / 1_000);
    expect(drainSeconds).toBeGreaterThanOrEqual(5);
    expect(deployment.strategy.rollingUpdate.maxUnavailable).toBe(0);
  });

  it("runs commands that exist, without privileges, from a read-only root", () => {
    const commands = createProgram({ env: {}, json: false, terminal: false, stdout: () => true, stderr: () => true });
    for (const { spec } of [deployment.template, find("Job").spec.template]) {
      const [{ args, securityContext, envFrom }] = spec.containers;
      expect(commands.commands.map((command) => command.name())).toContain(args[0]);
      expect(spec.securityContext).toMatchObject({ runAsNonRoot: true, seccompProfile: { type: "RuntimeDefault" } });
      expect(securityContext).toEqual({
        allowPrivilegeEscalation: false,
        readOnlyRootFilesystem: true,
        capabilities: { drop: ["ALL"] },
      });
      expect(envFrom[0].configMapRef.name).toBe(find("ConfigMap").metadata.name);
    }
  });

  it("connects ingress, service, pods, and disruption budget", () => {
    const labels = deployment.template.metadata.labels;
    const service = find("Service");
    for (const selector of [
      service.spec.selector,
      deployment.selector.matchLabels,
      find("PodDisruptionBudget").spec.selector.matchLabels,
    ])
      expect(selector).toEqual(labels);
    expect(find("Job").spec.template.metadata.labels).not.toEqual(labels);
    const names = container.ports.map(({ name }: { name: string }) => name);
    expect(names).toContain(service.spec.ports[0].targetPort);
    const [rule] = find("Ingress").spec.rules;
    const backend = rule.http.paths[0].backend.service;
    expect(backend).toEqual({ name: service.metadata.name, port: { name: service.spec.ports[0].name } });
    expect(new URL(find("ConfigMap").data.PUBLIC_URL).hostname).toBe(rule.host);
  });
});

describe("the systemd unit", () => {
  const unit = read("deploy/systemd/porchlight.service");
  const unitValue = (key: string) => new RegExp(`^${key}=(.*)$`, "m").exec(unit)?.[1] ?? "";

  it("starts a file of the checkout with settings that the server accepts", () => {
    const [, script = ""] = /node \/opt\/porchlight\/(\S+) start$/.exec(unitValue("ExecStart")) ?? [];
    expect(existsSync(path.join(root, script))).toBe(true);
    const own = parseEnv(unitValue("Environment").replaceAll(" ", "\n")) as Variables;
    const file = parseEnv(read("deploy/systemd/environment")) as Variables;
    const environment = expectAccepted({ ...own, ...file, SECRET_KEY: secretKey });
    expect(environment.dataDir).toBe(`/var/lib/${unitValue("StateDirectory")}`);
    expect(Number(unitValue("TimeoutStopSec")) * 1_000).toBeGreaterThan(maxDrainMs + stopLimitMs);
  });
});

describe("the reverse proxies", () => {
  it.each([
    ["deploy/nginx.conf", /keepalive_timeout (\d+)s;/],
    ["deploy/Caddyfile", /keepalive (\d+)s/],
  ])("%s closes idle connections before the server does, and hides the metrics", (file, keepAlive) => {
    const text = read(file);
    const { port } = readEnvironment({}, {}, false);
    expect(text).toContain(`127.0.0.1:${port}`);
    expect(Number(keepAlive.exec(text)?.[1]) * 1_000).toBeLessThan(httpLimits.keepAliveMs);
    expect(text).toContain("/metrics");
  });

  it("lets uploads through nginx as they arrive", () => {
    const [, pattern = ""] = /location ~ (\S+) \{/.exec(read("deploy/nginx.conf")) ?? [];
    for (const upload of [uploadPath, "/_api/porchlight/v1/data/imports/1", "/_api/porchlight/v1/blog/imports/1"])
      expect(upload).toMatch(new RegExp(pattern));
  });
});
