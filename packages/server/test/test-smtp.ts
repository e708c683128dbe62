import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { SMTPServer } from "smtp-server";
import { afterAll } from "vitest";

/** An email as the server received it. */
export interface Received {
  from: string;
  to: string[];
  source: string;
}

/** A local SMTP server that rejects the first `rejections` emails. */
export async function startSmtp(): Promise<{
  url: string;
  received: Received[];
  refuse(times: number): void;
  /** Rejects a recipient permanently, with this reply after its code 550. */
  rejectRecipient(address: string, reply: string): void;
  acceptRecipient(address: string): void;
}> {
  const received: Received[] = [];
  const rejectedRecipients = new Map<string, string>();
  let rejections = 0;
  const smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS"],
    onRcptTo({ address }, _session, done) {
      const reply = rejectedRecipients.get(address);
      done(reply === undefined ? undefined : Object.assign(new Error(reply), { responseCode: 550 }));
    },
    onData(stream, session, done) {
      const chunks: Buffer[] = [];
      stream.on("data", (chunk: Buffer) => chunks.push(chunk));
      stream.on("end", () => {
        if (rejections-- > 0) return done(new Error("come back later"));
        const { mailFrom, rcptTo } = session.envelope;
        received.push({
          from: mailFrom ? mailFrom.address : "",
          to: rcptTo.map(({ address }) => address),
          source: Buffer.concat(chunks).toString(),
        });
        done();
      });
    },
  });
  smtp.listen(0, "127.0.0.1");
  await once(smtp.server, "listening");
  afterAll(() => new Promise<void>((resolve) => smtp.close(resolve)));
  return {
    url: `smtp://127.0.0.1:${(smtp.server.address() as AddressInfo).port}`,
    received,
    rejectRecipient: (address, reply) => void rejectedRecipients.set(address, reply),
    acceptRecipient: (address) => void rejectedRecipients.delete(address),
    refuse: (times) => (rejections = times),
  };
}

/** Decodes quoted-printable. Source: RFC 2045 §6.7. */
export function decodeQuoted(source: string): string {
  const bytes = source
    .replace(/=\r\n/g, "")
    .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(bytes, "latin1").toString();
}
