import type { MailKind } from "./mail-template.ts";

/**
 * `queued`: waits, also for another attempt; `sent`: accepted by the mail server; `failed`: all attempts have failed;
 * `expired`: not sent, because its code or link was no longer valid.
 */
export const loggedMailStates = ["queued", "sent", "failed", "expired"] as const;

/** An email that the server has sent or is to send, without its content. */
export interface LoggedMail {
  /** The Message-ID starts with it. Also the ID of the background job that sends it. */
  id: string;
  to: string;
  /** `null` for an email of an extension. */
  kind: MailKind | null;
  /** Language of the email. */
  language: string | null;
  state: (typeof loggedMailStates)[number];
  /** Attempts so far; 0 if unknown. */
  attempts: number;
  createdDate: string;
  /** When it was sent or expired. */
  finishedDate: string | null;
  /** When the next attempt is due. */
  nextAttemptDate: string | null;
  /** The answer of the mail server to the last failed attempt. */
  lastError: string | null;
}

export type ListLoggedMailsRequest = {
  query: {
    state?: (typeof loggedMailStates)[number];
    kind?: MailKind;
    /** A part of the recipient's address. */
    recipient?: string;
    /** The ID after which the page starts. */
    before?: string;
    /** 1 to 200. Default: 50. */
    limit?: number;
  };
};
/** A page of the mail log, newest first. */
export interface ListLoggedMailsResponse {
  emails: LoggedMail[];
  hasMore: boolean;
}
