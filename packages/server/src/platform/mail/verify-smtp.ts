import type { MailFailure } from "@porchlight/contract/site/mail/mail-template";
import { withSmtp } from "./smtp-session.ts";

/**
 * Connects and authenticates to the mail server without sending an email.
 *
 * @returns The problem, if any, without host, user and password.
 */
export async function verifySmtp(smtpUrl: string): Promise<string | undefined> {
  try {
    await withSmtp(smtpUrl, (transport) => transport.verify());
    return undefined;
  } catch (error) {
    const failure = failureOf(error);
    const code = codeOf(error);
    return `${reasons[failure]}${failure === "protocol" && code !== "" ? ` (${code})` : ""}`;
  }
}

const reasons: Readonly<Record<MailFailure, string>> = {
  login: "it rejects the user or password",
  host: "the host name does not exist",
  timeout: "it does not respond",
  tls: "its TLS cannot be used",
  connection: "it cannot be reached, or its certificate is not trusted",
  address: "it rejects the sender or the recipient",
  content: "it rejects the content",
  protocol: "it does not respond like a mail server",
};

const failures: Readonly<Record<string, MailFailure>> = {
  EAUTH: "login",
  EDNS: "host",
  ENOTFOUND: "host",
  EAI_AGAIN: "host",
  ETIMEDOUT: "timeout",
  ETLS: "tls",
  ECONNECTION: "connection",
  ECONNREFUSED: "connection",
  ESOCKET: "connection",
  EENVELOPE: "address",
  EMESSAGE: "content",
};

/** Why the mail server did not accept an email. */
export const failureOf = (error: unknown): MailFailure => failures[codeOf(error)] ?? "protocol";

const codeOf = (error: unknown) => (error instanceof Error && "code" in error ? String(error.code) : "");
