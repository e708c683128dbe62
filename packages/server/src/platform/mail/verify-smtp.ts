import { withSmtp } from "./smtp-session.ts";

/**
 * Greets the mail server and signs in to it; no mail is sent.
 *
 * @returns Nothing when it would take mails, else why not, without address, user or password.
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
      return "it does not let this user in";
    case "EDNS":
    case "ENOTFOUND":
    case "EAI_AGAIN":
      return "there is no host of this name";
    case "ETIMEDOUT":
      return "it does not answer";
    case "ETLS":
      return "its TLS cannot be used";
    case "ECONNECTION":
    case "ECONNREFUSED":
    case "ESOCKET":
      return "it cannot be reached, or its certificate is not trusted";
    default:
      return `it does not answer like a mail server${code === "" ? "" : ` (${code})`}`;
  }
}
