import fs from "node:fs";
import { isIP } from "node:net";
import type { S3Location } from "@porchlight/server";
import ipaddr from "ipaddr.js";
import { Failure } from "./errors/failure.ts";
import { minDistinctBytes, parseSecretKey, secretKeyCommand } from "./secret-key.ts";
import { readTelemetrySettings, type TelemetrySettings } from "./telemetry-settings.ts";

const logLevels = ["trace", "debug", "info", "warn", "error", "fatal", "silent"] as const;
export type LogLevel = (typeof logLevels)[number];
const logFormats = ["pretty", "json"] as const;
export type LogFormat = (typeof logFormats)[number];

/** Which proxies are trusted in `X-Forwarded-For`: a number of hops, or networks. */
export type TrustedProxies = { hops: number } | { networks: string[] };

/** The validated environment. Source: operator's interface, "Environment". */
export interface Environment {
  host: string;
  /** 0 selects any free port. */
  port: number;
  /** Default: `http://localhost:` and the port. */
  publicUrl: string | undefined;
  /** As the operator wrote it. */
  dataDir: string;
  /** As the operator wrote it. Default: `backups` in `dataDir`. */
  backupDir: string | undefined;
  /** Bucket for backups. Default: a folder. */
  backupS3: S3Location | undefined;
  /** Folder for the write-ahead log of the embedded database. Default: it is not archived. */
  walArchiveDir: string | undefined;
  /** Encrypts backups. */
  backupPassphrase: string | undefined;
  /** May have several hosts. */
  databaseUrl: string | undefined;
  /** PostgreSQL itself, if `databaseUrl` leads to a connection pooler. */
  databaseDirectUrl: string | undefined;
  /** Streaming replicas. */
  databaseReplicaUrls: string[] | undefined;
  /** `SECRET_KEY` of the installation that wrote the backup to restore, if that was another installation. */
  formerSecretKey: Buffer | undefined;
  /** 32 bytes. */
  secretKey: Buffer | undefined;
  /** Bucket for images and files. Default: a folder. */
  mediaS3: S3Location | undefined;
  smtpUrl: string | undefined;
  mailFrom: string | undefined;
  /** Webhook for text messages, calls and push prompts. */
  messageWebhook: { url: string; secret: Buffer } | undefined;
  trustedProxies: TrustedProxies;
  updateRegistryUrl: string | undefined;
  /** Targets of outgoing requests in addition to public addresses at ports 80 and 443. */
  outbound: { privateTargets: boolean; ports: number[] };
  /** Time between the signal to stop and the end of the listener, for load balancers. */
  drainSeconds: number;
  /** Port of `/metrics`. Default: `port`. 0 selects any free port. */
  metricsPort: number | undefined;
  /** Memory for pages that visitors share; 0 disables the cache. */
  pageCacheMebibytes: number;
  /** Mean response time that an overloaded server maintains by rejecting requests; 0 disables load shedding. */
  overloadLatencyMs: number;
  /** Whether GraphQL clients may read the schema. */
  graphqlIntrospection: boolean;
  /** False disables rate limits: for load tests, never in production. */
  rateLimits: boolean;
  /** API and script of the captcha provider. Default: the provider's usual addresses. */
  captchaVerifyUrl: string | undefined;
  captchaScriptUrl: string | undefined;
  /** Statements that take at least this long are logged; 0 logs none. */
  slowQueryMs: number;
  /** What an OpenTelemetry collector receives. Default: nothing. */
  telemetry: TelemetrySettings | undefined;
  logLevel: LogLevel;
  logFormat: LogFormat;
  production: boolean;
}

/** Command-line options that override the environment. */
export interface EnvironmentOptions {
  port?: number | undefined;
  host?: string | undefined;
  dataDir?: string | undefined;
}

/**
 * Returns the value of a variable; undefined if it is not set. @throws {Failure} if it is invalid; `requirement`
 * describes valid values.
 */
type Read = <Value>(name: string, parse: (text: string) => Value | undefined, requirement: string) => Value | undefined;

/** @throws {Failure} with one sentence about the first invalid value. */
export function readEnvironment(
  env: Readonly<Record<string, string | undefined>>,
  options: EnvironmentOptions,
  terminal: boolean,
): Environment {
  const read: Read = (name, parse, requirement) => {
    const text = env[name]?.trim();
    if (text === undefined || text === "") return undefined;
    const value = parse(text);
    if (value === undefined) throw new Failure(`${name} ${requirement}.`);
    return value;
  };
  const logFormat =
    read("LOG_FORMAT", oneOf(logFormats), `is one of: ${logFormats.join(", ")}`) ?? (terminal ? "pretty" : "json");
  const port = read("PORT", parsePort, "is a number from 0 to 65535");
  const host = read("HOST", parseHost, "is an address or a host name to listen on, like 127.0.0.1 or ::");
  const production = env.NODE_ENV === "production";
  const rateLimits = read("RATE_LIMITS", oneOf(["on", "off"]), "is on or off") !== "off";
  if (production && !rateLimits) throw new Failure("RATE_LIMITS=off is for load tests, not for production.");
  const privateTargets = read("OUTBOUND_PRIVATE", oneOf(["on", "off"]), "is on or off") === "on";
  if (production && privateTargets)
    throw new Failure(
      "OUTBOUND_PRIVATE=on is for development: in production it would let others reach your own network.",
    );
  return {
    port: options.port ?? port ?? 4000,
    host: options.host ?? host ?? "127.0.0.1",
    publicUrl: read(
      "PUBLIC_URL",
      parsePublicUrl,
      "is an address like https://example.com, without path, query or user; plain http is for localhost only",
    ),
    dataDir: options.dataDir ?? (env.DATA_DIR?.trim() || "data"),
    backupDir: env.BACKUP_DIR?.trim() || undefined,
    backupS3: read("BACKUP_S3_URL", parseS3Address, s3Address),
    walArchiveDir: env.WAL_ARCHIVE_DIR?.trim() || undefined,
    backupPassphrase: readBackupPassphrase(read),
    databaseUrl: read("DATABASE_URL", parseDatabaseUrl, databaseUrlFormat),
    databaseDirectUrl: read("DATABASE_DIRECT_URL", parseDatabaseUrl, databaseUrlFormat),
    databaseReplicaUrls: read("DATABASE_REPLICA_URL", parseReplicaUrls, `${databaseUrlFormat}, or several with commas`),
    formerSecretKey: readFormerSecretKey(read),
    secretKey: read("SECRET_KEY", parseSecretKey, `is 32 random bytes in base64. Make one with: ${secretKeyCommand}`),
    mediaS3: read("MEDIA_S3_URL", parseS3Address, s3Address),
    smtpUrl: read("SMTP_URL", parseSmtpUrl, "is an address like smtps://user:password@mail.example.com"),
    mailFrom: read("MAIL_FROM", parseMailFrom, "is a sender like Porchlight <hello@example.com>"),
    messageWebhook: readMessageWebhook(read),
    trustedProxies: read(
      "TRUSTED_PROXIES",
      parseTrustedProxies,
      "is a number of hops or a list of networks like 10.0.0.0/8,fd00::/8",
    ) ?? {
      hops: 0,
    },
    captchaVerifyUrl: read("CAPTCHA_VERIFY_URL", parseServiceUrl, secureUrl),
    captchaScriptUrl: read("CAPTCHA_SCRIPT_URL", parseServiceUrl, secureUrl),
    updateRegistryUrl: read("UPDATE_REGISTRY_URL", parseServiceUrl, secureUrl)?.replace(/\/+$/, ""),
    outbound: {
      privateTargets,
      ports: read("OUTBOUND_PORTS", parsePorts, "is a list of ports with commas, like 8443,9443") ?? [],
    },
    drainSeconds: read("DRAIN_SECONDS", parseSeconds, "is a number from 0 to 60") ?? 0,
    metricsPort: read("METRICS_PORT", parsePort, "is a number from 0 to 65535"),
    pageCacheMebibytes: read("PAGE_CACHE_MB", parseMebibytes, "is a number from 0 to 4096") ?? 32,
    overloadLatencyMs:
      read("OVERLOAD_LATENCY_MS", parseMilliseconds, "is a number of milliseconds from 0 to 60000") ?? 300,
    logLevel:
      read("LOG_LEVEL", oneOf(logLevels), `is one of: ${logLevels.join(", ")}`) ??
      (logFormat === "pretty" ? "warn" : "info"),
    logFormat,
    slowQueryMs: read("SLOW_QUERY_MS", parseMilliseconds, "is a number of milliseconds from 0 to 60000") ?? 1_000,
    telemetry: readTelemetrySettings(env),
    graphqlIntrospection: read("GRAPHQL_INTROSPECTION", oneOf(["on", "off"]), "is on or off") !== "off",
    rateLimits,
    production,
  };
}

const s3Address = "is an address like https://KEY:SECRET@s3.eu-central-1.amazonaws.com/bucket";

function readBackupPassphrase(read: Read): string | undefined {
  const requirement = `has at least ${minPassphraseLength} characters`;
  const file = read("BACKUP_PASSPHRASE_FILE", readFirstLine, "is a readable file");
  const passphrase = read("BACKUP_PASSPHRASE", (text) => text, requirement) ?? file;
  if (passphrase === undefined || passphrase.length >= minPassphraseLength) return passphrase;
  throw new Failure(`The passphrase of BACKUP_PASSPHRASE or BACKUP_PASSPHRASE_FILE ${requirement}.`);
}

const minPassphraseLength = 12;

function readFormerSecretKey(read: Read): Buffer | undefined {
  const requirement = "is the SECRET_KEY of the installation that wrote the backup";
  const file = read("RESTORE_SECRET_KEY_FILE", readFirstLine, "is a readable file");
  const key = read("RESTORE_SECRET_KEY", parseSecretKey, requirement) ?? (file && parseSecretKey(file.trim()));
  if (key || file === undefined) return key || undefined;
  throw new Failure(`The first line of RESTORE_SECRET_KEY_FILE ${requirement}.`);
}

function readFirstLine(path: string): string | undefined {
  try {
    return fs.readFileSync(path, "utf8").split(/\r?\n/, 1)[0];
  } catch {
    return undefined;
  }
}

function readMessageWebhook(read: Read): Environment["messageWebhook"] {
  const url = read(
    "MESSAGE_WEBHOOK_URL",
    parseServiceUrl,
    "is an address like https://gateway.example.com/messages, without user; plain http is for localhost only",
  );
  const secret = read(
    "MESSAGE_WEBHOOK_SECRET",
    parseWebhookSecret,
    `is 24 to 64 random bytes in base64, as they are or behind whsec_. Make one with: ${secretKeyCommand}`,
  );
  if (url !== undefined && secret !== undefined) return { url, secret };
  if (url === undefined && secret === undefined) return undefined;
  throw new Failure("MESSAGE_WEBHOOK_URL and MESSAGE_WEBHOOK_SECRET belong together: set both or none.");
}

/** A whole number from 0 to 65535, or undefined. */
export function parsePort(text: string): number | undefined {
  const port = /^\d{1,5}$/.test(text) ? Number(text) : Number.NaN;
  return port <= 65_535 ? port : undefined;
}

function parseSeconds(text: string): number | undefined {
  const seconds = /^\d{1,2}$/.test(text) ? Number(text) : Number.NaN;
  return seconds <= 60 ? seconds : undefined;
}

function parseMebibytes(text: string): number | undefined {
  const size = /^\d{1,4}$/.test(text) ? Number(text) : Number.NaN;
  return size <= 4_096 ? size : undefined;
}

function parseMilliseconds(text: string): number | undefined {
  const time = /^\d{1,5}$/.test(text) ? Number(text) : Number.NaN;
  return time <= 60_000 ? time : undefined;
}

function parsePorts(text: string): number[] | undefined {
  const ports = text.split(",").map((port) => parsePort(port.trim()) ?? 0);
  return ports.every((port) => port > 0) ? ports : undefined;
}

function oneOf<Value extends string>(values: readonly Value[]): (text: string) => Value | undefined {
  return (text) => values.find((value) => value === text.toLowerCase());
}

/** An address or a host name, or undefined. An empty name would listen on all addresses. */
export function parseHost(text: string): string | undefined {
  return isIP(text) !== 0 || /^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/i.test(text) ? text : undefined;
}

function parseUrl(text: string, protocols: readonly string[]): URL | undefined {
  const url = URL.parse(text);
  return url && protocols.includes(url.protocol) && url.hostname !== "" ? url : undefined;
}

function parsePublicUrl(text: string): string | undefined {
  const url = parseUrl(text, ["http:", "https:"]);
  if (!url || url.username || url.password || url.pathname !== "/" || url.search || url.hash) return undefined;
  return isPlainElsewhere(url) ? undefined : url.origin;
}

const secureUrl = "is an address like https://captcha.example.com/verify; plain http is for this machine only";

function parseServiceUrl(text: string): string | undefined {
  const url = parseUrl(text, ["http:", "https:"]);
  return !url || url.username || url.password || url.hash || isPlainElsewhere(url) ? undefined : url.href;
}

/** Source: Standard Webhooks, "Symmetric secrets". */
function parseWebhookSecret(text: string): Buffer | undefined {
  const base64 = text.replace(/^whsec_/, "");
  const secret = Buffer.from(base64, "base64");
  const isBase64 = secret.toString("base64").replace(/=+$/, "") === base64.replace(/=+$/, "");
  const isRandom = new Set(secret).size >= minDistinctBytes;
  return isBase64 && isRandom && secret.length >= 24 && secret.length <= 64 ? secret : undefined;
}

/** Whether the connection is not encrypted. */
function isPlainElsewhere({ protocol, hostname }: URL): boolean {
  return protocol === "http:" && !["localhost", "127.0.0.1", "[::1]"].includes(hostname);
}

const databaseUrlFormat = "is an address like postgresql://user:password@host:5432/database";

/** The nodes look for the primary of several servers themselves, and connect to a single one in any case. */
function parseDatabaseUrl(text: string): string | undefined {
  const url = readDatabaseUrl(text);
  if (!url || !["postgres:", "postgresql:"].includes(url.protocol)) return undefined;
  if (![url.username, url.pathname].every(canDecode)) return undefined;
  const targetSessionAttrs = url.searchParams.get("target_session_attrs") ?? "primary";
  if (["primary", "read-write"].includes(targetSessionAttrs)) return pinTls(text);
  if (text !== withFirstHost(text))
    throw new Failure(
      "DATABASE_URL lists several servers and has another target_session_attrs than read-write: Porchlight connects to the one that accepts writes. For reads, set DATABASE_REPLICA_URL.",
    );
  return pinTls(text.replace(/([?&])target_session_attrs=[^&]*(?:&|$)/, "$1").replace(/[?&]$/, ""));
}

/** Parses the URLs of replicas, each with one host. */
function parseReplicaUrls(text: string): string[] | undefined {
  const urls = text
    .split(/\s*,\s*(?=postgres(?:ql)?:)/)
    .map((url) => (url.includes(",") ? undefined : parseDatabaseUrl(url)));
  return urls.every((url) => url !== undefined) ? urls : undefined;
}

function canDecode(text: string): boolean {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}

/** These modes verify the certificate fully, like `verify-full`; rewriting them avoids pg's eight-line warning. */
function pinTls(text: string): string {
  return text.includes("uselibpqcompat=")
    ? text
    : text.replace(/([?&]sslmode=)(?:prefer|require|verify-ca)(?=&|$)/, "$1verify-full");
}

/**
 * Parts of a `DATABASE_URL`, with the first of several hosts. With a socket folder in `?host=` it may have a user but
 * no host, which URLs do not allow.
 */
export function readDatabaseUrl(text: string): URL | null {
  return URL.parse(withFirstHost(text).replace("@/", "@localhost/"));
}

const withFirstHost = (text: string): string => text.replace(/^([^:]+:\/\/(?:[^@/?#]*@)?[^,/?#]*),[^/?#]*/, "$1");

function parseSmtpUrl(text: string): string | undefined {
  return parseUrl(text, ["smtp:", "smtps:"]) ? text : undefined;
}

/** A sender of emails, or undefined. */
export function parseMailFrom(text: string): string | undefined {
  const address = /^[^<>\p{Cc}]*<([^<>\s@]+@[^<>\s@]+)>$/u.exec(text)?.[1] ?? text;
  return /^[^<>\s@,]+@[^<>\s@,]+$/.test(address) ? text : undefined;
}

function parseTrustedProxies(text: string): TrustedProxies | undefined {
  if (/^\d{1,2}$/.test(text)) return { hops: Number(text) };
  if (text === "none") return { hops: 0 };
  const networks = text.split(",").map((network) => network.trim());
  return networks.every(isNetwork) ? { networks } : undefined;
}

function isNetwork(text: string): boolean {
  const isAddress = isIP(text.split("/", 1)[0] ?? "") !== 0;
  return isAddress && (ipaddr.isValid(text) || ipaddr.isValidCIDR(text));
}

/**
 * Parses an address like `https://KEY:SECRET@s3.eu-central-1.amazonaws.com/bucket/folder`. The region is that of the
 * host name or of `?region=`. Default: `us-east-1`, the default of most other stores.
 *
 * @returns `undefined` if it is invalid.
 */
export function parseS3Address(text: string): S3Location | undefined {
  const url = URL.parse(text);
  if (!url || !["https:", "http:"].includes(url.protocol) || !url.username || !url.password || url.hash)
    return undefined;
  const folder = url.pathname.replace(/\/+$/, "");
  if (!/^\/[a-z0-9][a-z0-9.-]{1,62}(?:\/[\w.-]+)*$/.test(folder)) return undefined;
  const given = url.searchParams.get("region");
  if ((given !== null && !/^[a-z0-9-]{1,40}$/.test(given)) || [...url.searchParams].length > (given === null ? 0 : 1))
    return undefined;
  try {
    return {
      url: url.origin + folder,
      region: given ?? /^s3[.-]([a-z0-9-]+)\.amazonaws\.com$/.exec(url.hostname)?.[1] ?? "us-east-1",
      accessKeyId: decodeURIComponent(url.username),
      secretAccessKey: decodeURIComponent(url.password),
    };
  } catch {
    return undefined;
  }
}
