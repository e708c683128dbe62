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
    return reasonOf(error);
  }
}

function reasonOf(error: unknown): string {
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  switch (code) {
    case "EAUTH":
      return "it rejects the user or password";
    case "EDNS":
    case "ENOTFOUND":
    case "EAI_AGAIN":
      return "the host name does not exist";
    case "ETIMEDOUT":
      return "it does not respond";
    case "ETLS":
      return "its TLS cannot be used";
    case "ECONNECTION":
    case "ECONNREFUSED":
    case "ESOCKET":
      return "it cannot be reached, or its certificate is not trusted";
    default:
      return `it does not respond like a mail server${code === "" ? "" : ` (${code})`}`;
  }
}
