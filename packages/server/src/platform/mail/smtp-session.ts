import { Socket } from "node:net";
import type { Transporter } from "nodemailer";

/** Timeout of each step. Source: security requirements §8.3. */
const timeoutMs = 5_000;
/** Less than the lease of an outbox entry, after which another worker would send it again, and than shutdown waits. */
const sessionTimeoutMs = 12_000;

/**
 * Runs an SMTP session with a total timeout, because a slow server would block all other emails, and without access to
 * files or URLs.
 */
export async function withSmtp<Result>(
  url: string,
  work: (transport: Transporter) => Promise<Result>,
  maxSessionMs = sessionTimeoutMs,
): Promise<Result> {
  const { createTransport } = await import("nodemailer");
  const socket = new Socket();
  const timeoutError = Object.assign(new Error("The mail server took too long"), { code: "ETIMEDOUT" });
  const timer = setTimeout(() => socket.destroy(timeoutError), maxSessionMs);
  const transport = createTransport({
    url,
    socket,
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  try {
    return await work(transport);
  } finally {
    clearTimeout(timer);
    transport.close();
  }
}
