import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";
import { SMTPServer } from "smtp-server";
import { afterAll, describe, expect, it } from "vitest";
import { verifySmtp } from "./verify-smtp.ts";

let greeted = 0;
const smtp = new SMTPServer({
  disabledCommands: ["STARTTLS"],
  allowInsecureAuth: true,
  onConnect(_session, done) {
    greeted++;
    done();
  },
  onAuth({ username, password }, _session, done) {
    if (username === "porchlight" && password === "right") done(null, { user: username });
    else done(new Error("no"));
  },
  onData: () => {
    throw new Error("a mail was sent");
  },
});
smtp.listen(0, "127.0.0.1");
await once(smtp.server, "listening");
const port = (smtp.server.address() as AddressInfo).port;

/** Something that listens and speaks another language. */
const stranger = createServer((socket) => socket.end("HTTP/1.1 400 Bad Request\r\n\r\n"));
stranger.listen(0, "127.0.0.1");
await once(stranger, "listening");
const strangersPort = (stranger.address() as AddressInfo).port;

afterAll(async () => {
  await new Promise<void>((resolve) => smtp.close(resolve));
  stranger.close();
});

describe("verifySmtp", () => {
  it("is content with a mail server that lets this user in", async () => {
    expect(await verifySmtp(`smtp://porchlight:right@127.0.0.1:${port}`)).toBeUndefined();
    expect(greeted).toBe(1);
  });

  it.each([
    [`smtp://porchlight:wrong@127.0.0.1:${port}`, "it does not let this user in"],
    ["smtp://porchlight:wrong@127.0.0.1:1", "it cannot be reached, or its certificate is not trusted"],
    [`smtp://porchlight:wrong@127.0.0.1:${strangersPort}`, /^it (does not answer|cannot be reached)/],
  ])("says why %s would not do, and nothing of the password", async (url, reason) => {
    const said = await verifySmtp(url);
    expect(said).toMatch(reason);
    expect(said).not.toContain("wrong");
  });
});
