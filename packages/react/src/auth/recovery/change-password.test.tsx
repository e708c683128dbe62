import { loadScreenTexts } from "@porchlight/contract/texts/load";
import type { ReactElement } from "react";
import { renderToReadableStream } from "react-dom/server.browser";
import { describe, expect, it } from "vitest";
import { ChangePassword, type InitialSession, type Messages, PorchlightProvider } from "../../index.ts";
import { stubServer } from "../stub-server.ts";

const german = await loadScreenTexts("de");

const ada: InitialSession = {
  role: "member",
  member: { _id: "m1", loginEmail: "ada@example.com", loginEmailVerified: true, _createdDate: new Date(0) },
};

async function render(element: ReactElement, messages?: Messages): Promise<string> {
  const { client } = stubServer();
  const stream = await renderToReadableStream(
    <PorchlightProvider client={client} initialSession={ada} messages={messages}>
      {element}
    </PorchlightProvider>,
  );
  await stream.allReady;
  return new Response(stream).text();
}

describe("ChangePassword", () => {
  it("requires the current password by default", async () => {
    const html = await render(<ChangePassword />);
    expect(html).toContain("Current password");
    expect(html).toContain("Change password");
  });

  it("offers a link to members without a password", async () => {
    const html = await render(<ChangePassword hasPassword={false} headingLevel={3} />);
    expect(html).toMatch(/<h3 [^>]*>Password</);
    expect(html).toContain("Your account has no password.");
    expect(html).toContain("Email a link to set a password");
    expect(html).not.toContain("Current password");
    expect(html).not.toContain("<form");
  });

  it("uses the provider's texts", async () => {
    const html = await render(<ChangePassword hasPassword={false} />, german);
    expect(html).toContain("Dein Konto hat kein Passwort.");
    expect(html).toContain("Link zum Festlegen eines Passworts senden");
  });
});
