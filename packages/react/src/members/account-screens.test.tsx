import { loadScreenTexts } from "@porchlight/contract/texts/load";
import type { ReactElement } from "react";
import { renderToString } from "react-dom/server";
import { describe, expect, it } from "vitest";
import { stubServer } from "../auth/stub-server.ts";
import {
  type AccountClient,
  type InitialSession,
  type MemberClient,
  MemberProfile,
  MemberSessions,
  type Messages,
  PorchlightProvider,
  SecurityEvents,
} from "../index.ts";

const german = await loadScreenTexts("de");

function render(element: ReactElement, initialSession?: InitialSession, messages?: Messages) {
  const { client, calls } = stubServer();
  const html = renderToString(
    <PorchlightProvider client={client} initialSession={initialSession} messages={messages}>
      {element}
    </PorchlightProvider>,
  );
  return { html, calls };
}

const member = {
  _id: "m1",
  loginEmail: "ada@example.com",
  loginEmailVerified: true,
  _createdDate: new Date("2024-07-25T00:30:00Z"),
  profile: { nickname: "Ada <b>Lovelace</b>" },
  contact: { firstName: "Ada", lastName: "<b>Lovelace</b>" },
};
const ada: InitialSession = { role: "member", member };

describe("MemberProfile", () => {
  it("shows names and email of the initial session, escaped, without a request", () => {
    const { html, calls } = render(<MemberProfile />, ada);
    expect(html).toMatch(/<dt>First name<\/dt><dd><bdi>Ada<\/bdi>/);
    expect(html).toMatch(/<dt>Last name<\/dt><dd><bdi>&lt;b&gt;Lovelace/);
    expect(html).toMatch(/<bdi>ada@example.com<\/bdi><span [^>]*>Confirmed</);
    expect(html).toContain(">July 25, 2024</time>");
    expect(html).toContain('Edit<span class="site-hidden"> Name</span>');
    expect(html.match(/<h\d/g)).toEqual(["<h2", "<h2"]);
    expect(html).not.toContain("<form");
    expect(calls).toEqual([]);
  });

  it("shows the nickname only if it differs from first and last name", () => {
    expect(render(<MemberProfile />, ada).html).not.toContain("Display name");
    const countess = { ...member, profile: { nickname: "Countess" } };
    const { html } = render(<MemberProfile headingLevel={3} />, { role: "member", member: countess });
    expect(html).toMatch(/<dt>Display name<\/dt><dd><bdi>Countess/);
    expect(html.match(/<h\d/g)).toEqual(["<h3", "<h3"]);
  });

  it("shows all data passed by the server, without a request", () => {
    const { client, calls } = stubServer();
    const withAccount: MemberClient = { auth: client.auth, on: client.on, account: {} as AccountClient };
    const initial = {
      details: {
        phones: [{ tag: "WORK" as const, phone: "+44 20 7946 0000" }],
        addresses: [],
        customFields: [],
        privacyStatus: "PRIVATE" as const,
      },
      declaredFields: [{ name: "Shoe size", type: "NUMBER" as const }],
      info: { authoredItems: 0, hasPassword: true },
    };
    const html = renderToString(
      <PorchlightProvider client={withAccount} initialSession={ada}>
        <MemberProfile initial={initial} />
      </PorchlightProvider>,
    );
    expect(html).toContain("+44 20 7946 0000");
    expect(html).toContain("Add details");
    expect(html).toContain("Delete my account");
    expect(html).not.toContain('data-part="skeleton"');
    expect(calls).toEqual([]);
  });

  it("shows a skeleton per section while the member is loaded", () => {
    const { html } = render(<MemberProfile />, { role: "member" });
    expect(html.match(/aria-busy="true"/g)).toHaveLength(2);
    expect(html.match(/data-part="skeleton"/g)).toHaveLength(2);
  });

  it("uses the provider's language", () => {
    const { html } = render(<MemberProfile />, ada, german);
    expect(html).toContain("Vorname");
    expect(html).toContain('<span class="site-hidden">Name: </span>Ändern');
  });
});

describe("SecurityEvents", () => {
  const event = { _id: "e1", event: "signed-in", date: new Date(0), browser: null, device: null };
  const show = (hasPassword?: boolean, messages?: Messages) => {
    const { client } = stubServer();
    const securityEvents = { listSecurityEvents: () => Promise.reject(new Error("not asked for")) };
    return renderToString(
      <PorchlightProvider client={{ ...client, securityEvents }} initialSession={ada} messages={messages}>
        <SecurityEvents initial={{ events: [event], hasMore: false }} {...{ hasPassword }} />
      </PorchlightProvider>,
    );
  };

  it("advises on unauthorized activity, with and without a password", () => {
    expect(show()).toContain("something here, change your password.");
    expect(show(true)).toContain("something here, change your password.");
    const without = "sign out of your other devices and change the password of your email account.";
    expect(show(false)).toContain(without);
    expect(show(false, german)).toContain("melde deine anderen Geräte ab und ändere das Passwort deines Postfachs.");
  });
});

describe("MemberSessions", () => {
  it("shows a skeleton until the list is loaded", () => {
    const { html, calls } = render(<MemberSessions appearance={{ block: "brand" }} />, ada);
    expect(html).toMatch(/<h2 [^>]*>Active devices</);
    expect(html).toContain('class="site-block brand"');
    expect(html).toContain('data-part="skeleton"');
    expect(calls).toEqual([]);
  });

  it("names a missing client module", () => {
    const { client } = stubServer();
    const without = { auth: client.auth, on: client.on };
    const show = () =>
      renderToString(
        <PorchlightProvider client={without}>
          <MemberSessions />
        </PorchlightProvider>,
      );
    expect(show).toThrow('Pass the module "memberSessions" of @porchlight/client/auth');
  });
});
