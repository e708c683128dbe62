import { Socket } from "node:net";
import { createTransport, type Transporter } from "nodemailer";

/** A mail server that takes longer to answer is tried again later. Source: security requirements §8.3. */
const timeoutMs = 5_000;
/** For all that is said. Less than the lease of an entry, which another worker would send again, and than a stop waits. */
const sessionTimeoutMs = 12_000;

/**
 * Talks to the mail server: bounded in time, and with nothing taken from files or addresses. A server that says a little again
 * and again is hung up on, too: it would hold up all other mails.
 */
export async function withSmtp<Answer>(
  url: string,
  work: (transport: Transporter) => Promise<Answer>,
  maxSessionMs = sessionTimeoutMs,
): Promise<Answer> {
  const socket = new Socket();
  const tooSlow = Object.assign(new Error("The mail server took too long"), { code: "ETIMEDOUT" });
  const timer = setTimeout(() => socket.destroy(tooSlow), maxSessionMs);
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
