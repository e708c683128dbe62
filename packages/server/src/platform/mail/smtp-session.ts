import { Socket } from "node:net";
import type { SendMailOptions, Transporter } from "nodemailer";

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

/** Sends an email in an SMTP session. Rejects if it was not accepted; see {@link mayBeAccepted}. */
export async function sendBySmtp(url: string, mail: SendMailOptions, maxSessionMs?: number): Promise<void> {
  let isWritten = false;
  const send = (transport: Transporter) => {
    transport.use("stream", ({ message }, done) => {
      const read = message.createReadStream.bind(message);
      // Ends when the session has read all of it, which it does after the server has accepted the DATA command.
      message.createReadStream = (options) => read(options).once("end", () => (isWritten = true));
      done();
    });
    return transport.sendMail(mail);
  };
  try {
    await withSmtp(url, send, maxSessionMs);
  } catch (error) {
    if (isWritten && Object(error).responseCode === undefined) unanswered.add(Object(error));
    throw error;
  }
}

const unanswered = new WeakSet<object>();

/** Whether the mail server may have accepted the email: it got all of it, and did not answer. */
export const mayBeAccepted = (error: unknown): boolean => unanswered.has(Object(error));

/** A permanent rejection of an email by a mail server. */
export interface SmtpRejection {
  /** Reply code and enhanced status code, such as `550 5.1.1`. */
  reason: string;
  /** Whether the mailbox does not exist; otherwise, the server does not want this email or this sender. */
  isUnknownRecipient: boolean;
}

/**
 * The permanent rejection that failed the delivery of an email; `undefined` if another attempt may succeed, such as
 * after a failed sign-in to the mail server. Source: RFC 5321 §4.2.1, RFC 3463 §3.
 */
export function rejectionOf(error: unknown): SmtpRejection | undefined {
  const { responseCode, command, response }: { responseCode?: unknown; command?: unknown; response?: unknown } =
    Object(error);
  const isRecipient = command === "RCPT TO";
  if (typeof responseCode !== "number" || responseCode < 500 || (!isRecipient && command !== "DATA")) return undefined;
  const text = typeof response === "string" ? response : "";
  const enhanced = /^\d{3}[ -](5\.\d{1,3}\.\d{1,3})\b/.exec(text)?.[1];
  // Relays that do not know this server answer to every recipient with 550, too.
  const isUnknown = enhanced
    ? /^5\.(?:1\.|2\.1$)/.test(enhanced)
    : [550, 551, 553].includes(responseCode) && !/relay|spam|block|denied|policy|reputation/i.test(text);
  return {
    reason: [responseCode, enhanced].filter(Boolean).join(" "),
    isUnknownRecipient: isRecipient && isUnknown,
  };
}
