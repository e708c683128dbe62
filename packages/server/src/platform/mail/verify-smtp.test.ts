import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";
import { SMTPServer } from "smtp-server";
import { afterAll, describe, expect, it } from "vitest";
import { verifySmtp } from "./verify-smtp.ts";

let connections = 0;
const smtp = new SMTPServer({
  disabledCommands: ["STARTTLS"],
  allowInsecureAuth: true,
  onConnect(_session, done) {
    connections++;
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

/** A server of another protocol. */
const httpServer = createServer((socket) => socket.end("HTTP/1.1 400 Bad Request\r\n\r\n"));
httpServer.listen(0, "127.0.0.1");
await once(httpServer, "listening");
const httpPort = (httpServer.address() as AddressInfo).port;

afterAll(async () => {
  await new Promise<void>((resolve) => smtp.close(resolve));
  httpServer.close();
});

describe("verifySmtp", () => {
  it("returns no problem if the server accepts the user", async () => {
    expect(await verifySmtp(`smtp://porchlight:right@127.0.0.1:${port}`)).toBeUndefined();
    expect(connections).toBe(1);
  });

  it.each([
    [`smtp://porchlight:wrong@127.0.0.1:${port}`, "it rejects the user or password"],
    ["smtp://porchlight:wrong@127.0.0.1:1", "it cannot be reached, or its certificate is not trusted"],
    [`smtp://porchlight:wrong@127.0.0.1:${httpPort}`, /^it (does not respond|cannot be reached)/],
  ])("reports the problem of %s without the password", async (url, reason) => {
    const problem = await verifySmtp(url);
    expect(problem).toMatch(reason);
    expect(problem).not.toContain("wrong");
  });
});
