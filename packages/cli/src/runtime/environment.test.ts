import { describe, expect, it } from "vitest";
import { readEnvironment } from "./environment.ts";
import { Failure } from "./errors/failure.ts";

const read = (env: Record<string, string>, options = {}) => readEnvironment(env, options, true);

describe("readEnvironment", () => {
  it("returns defaults for an empty environment", () => {
    expect(read({})).toMatchObject({
      host: "127.0.0.1",
      port: 4000,
      publicUrl: undefined,
      dataDir: "data",
      databaseUrl: undefined,
      trustedProxies: { hops: 0 },
      metricsPort: undefined,
      pageCacheMebibytes: 32,
      rateLimits: true,
      logLevel: "warn",
      logFormat: "pretty",
      production: false,
    });
    expect(readEnvironment({}, {}, false)).toMatchObject({ logLevel: "info", logFormat: "json" });
  });

  it("prefers options to the environment, and ignores empty values", () => {
    expect(read({ PORT: "5000", HOST: "", DATA_DIR: "kept" }, { port: 0 })).toMatchObject({
      port: 0,
      host: "127.0.0.1",
      dataDir: "kept",
    });
  });

  it("removes the trailing slash of the public URL", () => {
    expect(read({ PUBLIC_URL: "https://example.com/" }).publicUrl).toBe("https://example.com");
    expect(read({ PUBLIC_URL: "http://localhost:4100" }).publicUrl).toBe("http://localhost:4100");
  });

  it("allows private targets of events only outside production", () => {
    expect(read({ UPDATE_REGISTRY_URL: "https://npm.example.com/" }).updateRegistryUrl).toBe("https://npm.example.com");
    expect(() => read({ UPDATE_REGISTRY_URL: "npm.example.com" })).toThrow(Failure);
    expect(read({}).outbound).toEqual({ privateTargets: false, ports: [] });
    expect(read({ OUTBOUND_PRIVATE: "on", OUTBOUND_PORTS: "8443, 9443" }).outbound).toEqual({
      privateTargets: true,
      ports: [8443, 9443],
    });
    expect(() => read({ OUTBOUND_PORTS: "8443,x" })).toThrow(
      "OUTBOUND_PORTS is a list of ports with commas, like 8443,9443.",
    );
    expect(() => read({ OUTBOUND_PRIVATE: "on", NODE_ENV: "production" })).toThrow(Failure);
  });

  it("parses proxies as a number of hops or as networks", () => {
    expect(read({ TRUSTED_PROXIES: "2" }).trustedProxies).toEqual({ hops: 2 });
    expect(read({ TRUSTED_PROXIES: "10.0.0.0/8, ::1" }).trustedProxies).toEqual({ networks: ["10.0.0.0/8", "::1"] });
  });

  it("disables rate limits only outside production", () => {
    expect(read({ RATE_LIMITS: "off" }).rateLimits).toBe(false);
    expect(read({ RATE_LIMITS: "on", NODE_ENV: "production" }).rateLimits).toBe(true);
    expect(() => read({ RATE_LIMITS: "off", NODE_ENV: "production" })).toThrow("RATE_LIMITS=off");
    expect(() => read({ RATE_LIMITS: "no" })).toThrow("RATE_LIMITS is on or off.");
  });

  it("accepts a database on a socket", () => {
    const url = "postgresql://me@/site?host=/var/run/postgresql";
    expect(read({ DATABASE_URL: url }).databaseUrl).toBe(url);
  });

  it("accepts several hosts of which one is the primary", () => {
    const url = "postgresql://me:secret@db1:5432,db2/site?target_session_attrs=read-write";
    expect(read({ DATABASE_URL: url, DATABASE_DIRECT_URL: url })).toMatchObject({
      databaseUrl: url,
      databaseDirectUrl: url,
    });
  });

  it("ignores target_session_attrs of a single host", () => {
    const url = "postgresql://me@db/site";
    for (const rest of ["?target_session_attrs=any", "?target_session_attrs=standby", ""])
      expect(read({ DATABASE_URL: url + rest, DATABASE_REPLICA_URL: url + rest })).toMatchObject({
        databaseUrl: url,
        databaseReplicaUrls: [url],
      });
    const { databaseUrl } = read({ DATABASE_URL: `${url}?a=b&target_session_attrs=any&sslmode=disable` });
    expect(databaseUrl).toBe(`${url}?a=b&sslmode=disable`);
  });

  it("says why target_session_attrs of several hosts is rejected", () => {
    const url = "postgresql://me:hush@a,b/site?target_session_attrs=standby";
    expect(() => read({ DATABASE_URL: url })).toThrow("Porchlight connects to the one that accepts writes");
    expect(() => read({ DATABASE_URL: url })).not.toThrow(/hush/);
  });

  it("accepts several replicas", () => {
    const urls = ["postgresql://me@db2/site", "postgresql://me@db3:5433/site?sslmode=disable"];
    expect(read({ DATABASE_REPLICA_URL: urls.join(", ") }).databaseReplicaUrls).toEqual(urls);
  });

  it.each(["prefer", "require", "verify-ca"])("makes the meaning of sslmode=%s explicit for the driver", (mode) => {
    const url = "postgresql://me@db.example/site?sslmode=";
    expect(read({ DATABASE_URL: `${url}${mode}` }).databaseUrl).toBe(`${url}verify-full`);
    expect(read({ DATABASE_URL: `${url}${mode}&x=y` }).databaseUrl).toBe(`${url}verify-full&x=y`);
    const asLibpq = `${url}${mode}&uselibpqcompat=true`;
    expect(read({ DATABASE_URL: asLibpq }).databaseUrl).toBe(asLibpq);
  });

  it.each([
    ["PORT", "80 80"],
    ["PORT", "65536"],
    ["CAPTCHA_VERIFY_URL", "http://captcha.example/verify"],
    ["CAPTCHA_VERIFY_URL", "captcha.example"],
    ["CAPTCHA_SCRIPT_URL", "https://user:secret@captcha.example/api.js"],
    ["CAPTCHA_SCRIPT_URL", "data:text/javascript,1"],
    ["METRICS_PORT", "many"],
    ["DRAIN_SECONDS", "61"],
    ["PAGE_CACHE_MB", "4097"],
    ["PAGE_CACHE_MB", "32 MB"],
    ["OVERLOAD_LATENCY_MS", "-1"],
    ["HOST", "not a host"],
    ["PUBLIC_URL", "example.com"],
    ["PUBLIC_URL", "https://example.com/blog"],
    ["PUBLIC_URL", "http://example.com"],
    ["DATABASE_URL", "mysql://localhost/site"],
    ["DATABASE_URL", "postgresql://localhost/50%"],
    ["DATABASE_REPLICA_URL", "postgresql://a,b/site"],
    ["DATABASE_DIRECT_URL", "mysql://localhost/site"],
    ["SECRET_KEY", "secret"],
    ["SECRET_KEY", Buffer.alloc(32).toString("base64")],
    ["SECRET_KEY", Buffer.from(Array.from({ length: 32 }, (_, index) => index)).toString("base64")],
    ["SMTP_URL", "mail.example.com"],
    ["MAIL_FROM", "Porchlight"],
    ["MAIL_FROM", "Porchlight\r\nBcc: x <hello@example.com>"],
    ["MESSAGE_WEBHOOK_URL", "gateway.example.com"],
    ["MESSAGE_WEBHOOK_URL", "http://gateway.example.com"],
    ["MESSAGE_WEBHOOK_URL", "https://me:hush@gateway.example.com"],
    ["MESSAGE_WEBHOOK_URL", "https://gateway.example.com"],
    ["MESSAGE_WEBHOOK_SECRET", "whsec_hush"],
    ["MESSAGE_WEBHOOK_SECRET", `whsec_${Buffer.alloc(32).toString("base64")}`],
    ["TRUSTED_PROXIES", "10.0.0.0/33"],
    ["LOG_LEVEL", "loud"],
    ["LOG_FORMAT", "xml"],
    ["SLOW_QUERY_MS", "1s"],
  ])("rejects %s=%j in one sentence", (name, value) => {
    const refused = () => read({ [name]: value });
    expect(refused).toThrow(Failure);
    expect(refused).toThrow(new RegExp(`^${name} (is|and) .+`));
  });

  it("accepts the message webhook's secret with and without its prefix", () => {
    const bytes = Buffer.from("q8Zl1mV0sJ3xT7uYb2NcR5eWg9KdHf4PaLo6IiXtMvE=", "base64");
    for (const secret of [bytes.toString("base64"), `whsec_${bytes.toString("base64")}`]) {
      const env = { MESSAGE_WEBHOOK_URL: "http://127.0.0.1:9/messages", MESSAGE_WEBHOOK_SECRET: secret };
      expect(read(env).messageWebhook).toEqual({ url: "http://127.0.0.1:9/messages", secret: bytes });
    }
  });

  it("sends telemetry only with an endpoint, by the variables of OpenTelemetry", () => {
    const endpoint = { OTEL_EXPORTER_OTLP_ENDPOINT: "http://127.0.0.1:4318" };
    const defaults = { traces: "http/protobuf", metrics: "http/protobuf", metricIntervalMs: 60_000 };
    expect(read({ OTEL_SERVICE_NAME: "blog" }).telemetry).toBeUndefined();
    expect(read({ ...endpoint, OTEL_SDK_DISABLED: "true" }).telemetry).toBeUndefined();
    expect(read(endpoint).telemetry).toEqual(defaults);
    expect(read({ ...endpoint, OTEL_METRICS_EXPORTER: "none" }).telemetry).toEqual({ ...defaults, metrics: undefined });
    const traces = {
      OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: "http://127.0.0.1:4318/v1/traces",
      OTEL_EXPORTER_OTLP_PROTOCOL: "http/json",
      OTEL_METRIC_EXPORT_INTERVAL: "5000",
    };
    expect(read(traces).telemetry).toEqual({ traces: "http/json", metrics: undefined, metricIntervalMs: 5_000 });
    expect(() => read({ ...endpoint, OTEL_EXPORTER_OTLP_PROTOCOL: "grpc" })).toThrow(Failure);
    expect(() => read({ ...endpoint, OTEL_TRACES_EXPORTER: "jaeger" })).toThrow(Failure);
  });

  it("does not print values that may contain secrets", () => {
    expect(() => read({ DATABASE_URL: "mysql://me:hush@localhost/site" })).not.toThrow(/hush/);
    expect(() => read({ SECRET_KEY: "hush" })).not.toThrow(/hush/);
    expect(() => read({ SMTP_URL: "me:hush@localhost" })).not.toThrow(/hush/);
  });
});
