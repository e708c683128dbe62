import { isIP } from "node:net";
import { type Finding, ok, warning } from "@porchlight/server/operations";
import type { Environment } from "../runtime/environment.ts";

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
