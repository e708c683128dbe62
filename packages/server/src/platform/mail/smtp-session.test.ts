import { once } from "node:events";
import { type AddressInfo, createServer, type Server, type Socket } from "node:net";
import { SMTPServer } from "smtp-server";
import { afterEach, describe, expect, it } from "vitest";
import { mayBeAccepted, sendBySmtp, withSmtp } from "./smtp-session.ts";

const ends: (() => void)[] = [];
afterEach(() => {
  for (const end of ends.splice(0)) end();
});

async function listen(server: Server): Promise<number> {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return (server.address() as AddressInfo).port;
}

/**
 * Answers like a mail server until the client says `stall`, and from then on with a line that never ends its answer.
 */
async function startTrickle(stall: string) {
  const closed = Promise.withResolvers<void>();
  const server = createServer((socket: Socket) => {
    let timer: NodeJS.Timeout | undefined;
    socket.write("220 trickle\r\n");
    socket.on("data", (data) => {
      const line = data.toString();
      if (line.includes(stall)) timer ??= setInterval(() => socket.write("250-wait\r\n"), 50);
      else socket.write(line.startsWith("DATA") ? "354 go on\r\n" : "250 fine\r\n");
    });
    socket.on("error", () => undefined);
    socket.on("close", () => {
      clearInterval(timer);
      closed.resolve();
    });
  });
  ends.push(() => server.close());
  return { url: `smtp://127.0.0.1:${await listen(server)}`, closed: closed.promise };
}

const mail = { from: "a@example.com", to: "b@example.com", subject: "s", text: "t" };

describe("withSmtp", () => {
  it.each(["EHLO", "RCPT", "\r\n.\r\n"])("disconnects from a server that responds slowly to %j", async (stall) => {
    const { url, closed } = await startTrickle(stall);
    await expect(withSmtp(url, (transport) => transport.sendMail(mail), 400)).rejects.toThrow("took too long");
    await closed;
  });

  it.each([
    ["RCPT", false],
    ["\r\n.\r\n", true],
  ])("knows whether an email without an answer may be accepted: after %j, %s", async (stall, isPossible) => {
    const { url } = await startTrickle(stall);
    const error = await sendBySmtp(url, mail, 400).catch((reason: unknown) => reason);
    expect([error, mayBeAccepted(error)]).toEqual([expect.any(Error), isPossible]);
  });

  it.each([
    ["smtps:", true],
    ["smtp:", false],
  ])("uses TLS for %s, from the start: %s", async (scheme, secure) => {
    const sent: { secure: boolean; to: string[] }[] = [];
    const smtp = new SMTPServer({
      secure,
      authOptional: true,
      onData(stream, session, done) {
        stream.resume().on("end", () => {
          sent.push({ secure: session.secure, to: session.envelope.rcptTo.map(({ address }) => address) });
          done();
        });
      },
    });
    // A rejected certificate is an error on the server as well.
    smtp.on("error", () => undefined);
    const port = await listen(smtp.server as Server);
    ends.push(() => smtp.close(() => undefined));
    const url = `${scheme}//localhost:${port}`;
    await expect(withSmtp(url, (transport) => transport.sendMail(mail))).rejects.toThrow(/certificate/);
    await withSmtp(`${url}?tls.rejectUnauthorized=false`, (transport) => transport.sendMail(mail));
    expect(sent).toEqual([{ secure: true, to: ["b@example.com"] }]);
  });
});
