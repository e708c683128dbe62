import { isIP } from "node:net";
import type { S3Location } from "@porchlight/server";
import type { Environment } from "../runtime/environment.ts";
import { type Finding, ok, problem, warning } from "./finding.ts";

/** Supported version of Node. */
const nodeMajor = 24;

export function checkNode(version: string): Finding {
  if (Number(version.split(".", 1)[0]) >= nodeMajor) return ok("Node.js", version);
  return problem("Node.js", `${version} is too old. Use Node.js ${nodeMajor}, or start with npx, which includes it.`);
}

/** Checks that involve several variables. */
export function checkEnvironment(environment: Environment): Finding[] {
  return [checkPublicUrl(environment), checkProxies(environment), checkMetrics(environment)];
}

function checkPublicUrl({ publicUrl, host, production }: Environment): Finding {
  const check = "PUBLIC_URL";
  if (publicUrl === undefined) {
    if (production)
      return warning(check, "is not set: emails and tokens contain http://localhost. Set it to the public address.");
    return ok(check, "is not set: http://localhost and the port");
  }
  const { protocol, hostname } = new URL(publicUrl);
  if (isLoopback(hostname) && !isLoopback(host))
    return warning(check, `is ${publicUrl}, which is unreachable from other machines, but HOST listens for them.`);
  if (production && protocol !== "https:") return warning(check, `is ${publicUrl}. Production should use https.`);
  return ok(check, publicUrl);
}

/** With https in front and no trusted proxy, every visitor has the proxy's address. */
function checkProxies({ publicUrl, trustedProxies }: Environment): Finding {
  const check = "TRUSTED_PROXIES";
  const trustsNone = "hops" in trustedProxies && trustedProxies.hops === 0;
  if (publicUrl?.startsWith("https:") && trustsNone) {
    return warning(
      check,
      "is none, but PUBLIC_URL is https: all visitors have the proxy's address. Set it to 1 for one proxy.",
    );
  }
  return ok(
    check,
    trustsNone ? "none" : "hops" in trustedProxies ? `${trustedProxies.hops}` : trustedProxies.networks.join(", "),
  );
}

function checkMetrics({ port, metricsPort, production }: Environment): Finding {
  const check = "METRICS_PORT";
  if (port !== 0 && port === metricsPort)
    return warning(check, `is ${port}, the port of the server itself. Choose another, or set --port.`);
  if (metricsPort !== undefined) return ok(check, `${metricsPort}`);
  if (production)
    return warning(check, "is not set: /metrics is on the public port. Set it, or block /metrics in the proxy.");
  return ok(check, "is not set: /metrics is on the public port");
}

function isLoopback(host: string): boolean {
  const name = host.replace(/^\[|\]$/g, "");
  return name === "localhost" || name === "::1" || (isIP(name) === 4 && name.startsWith("127."));
}

/** Checks the bucket of images and files by writing, reading and removing a small file. */
export async function checkBucket(location: S3Location): Promise<Finding> {
  const check = "pictures";
  const { verifyS3 } = await import("@porchlight/server/operations");
  const reason = await verifyS3(location);
  if (reason === undefined) return ok(check, `in the bucket ${location.url}`);
  return problem(check, `in the bucket ${location.url}: ${reason}. Correct MEDIA_S3_URL, or the rights of its key.`);
}

/** Checks the mail server by signing in, without sending an email. */
export async function checkMail({ smtpUrl, mailFrom, production }: Environment): Promise<Finding> {
  const check = "mail";
  if (smtpUrl === undefined) {
    if (production) return problem(check, "SMTP_URL is missing. Production requires a mail server.");
    return ok(check, "stays in the development inbox, /dev/mail");
  }
  const { host } = new URL(smtpUrl);
  const { verifySmtp } = await import("@porchlight/server/operations");
  const reason = await verifySmtp(smtpUrl);
  if (reason !== undefined) return problem(check, `is sent through ${host}: ${reason}. Correct SMTP_URL.`);
  if (mailFrom === undefined)
    return warning(check, `is sent through ${host}, from no-reply@ and the host of PUBLIC_URL. Set MAIL_FROM.`);
  return ok(check, `is sent through ${host}`);
}

/** Checks the message webhook with a message of the type `ping`. */
export async function checkMessages({ messageWebhook, production }: Environment): Promise<Finding> {
  const check = "messages";
  if (messageWebhook === undefined) {
    if (production) return ok(check, "no webhook: text messages, calls and devices are not offered as second factors");
    return ok(check, "messages stay in the development inbox, /dev/mail");
  }
  const { host } = new URL(messageWebhook.url);
  const { pingMessageWebhook } = await import("@porchlight/server/operations");
  const reason = await pingMessageWebhook(messageWebhook);
  if (reason === undefined) return ok(check, `are sent through ${host}`);
  return problem(
    check,
    `are sent through ${host}: ${reason}. Correct MESSAGE_WEBHOOK_URL, its secret, or the receiver.`,
  );
}
