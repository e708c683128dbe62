import * as endpoints from "@porchlight/contract/site/mail/endpoints";
import type { ListLoggedMailsRequest, LoggedMail as WireMail } from "@porchlight/contract/site/mail/mail-log";
import type { CallOptions, Transport } from "../transport.ts";

/** An email that the server has sent or is to send, without its content. */
export type LoggedMail = Omit<WireMail, "id" | "createdDate" | "finishedDate" | "nextAttemptDate"> & {
  _id: string;
  _createdDate: Date;
  finishedDate: Date | null;
  nextAttemptDate: Date | null;
};
/** Which emails {@link mailLog} lists. */
export type MailLogFilter = ListLoggedMailsRequest["query"];

const dates = ["createdDate", "finishedDate", "nextAttemptDate"];
const conversion = { response: { timestamp: dates.map((name) => `emails.${name}`) } };

/** Who got which email, for staff with the role owner. Others get `NOT_ALLOWED`. A Porchlight extension. */
export function mailLog(transport: Transport) {
  return {
    /** A page of the mail log, newest first. To send a failed email again, retry its background job. */
    async listLoggedMails(
      filter: MailLogFilter = {},
      call?: CallOptions,
    ): Promise<{ emails: LoggedMail[]; hasMore: boolean }> {
      return transport.send<object, { emails: LoggedMail[]; hasMore: boolean }>(
        endpoints.listLoggedMails,
        { query: filter },
        { ...call, conversion },
      );
    },
  };
}
