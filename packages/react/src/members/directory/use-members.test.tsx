import { renderToString } from "react-dom/server";
import { describe, expect, it } from "vitest";
import { stubServer } from "../../auth/stub-server.ts";
import { type MemberClient, PorchlightProvider, useMemberBySlug, useMembers } from "../../index.ts";

function Directory() {
  const { data, isPending } = useMembers({ search: "ada" });
  const { data: member } = useMemberBySlug("ada");
  return <p>{JSON.stringify({ members: data === undefined, isPending, member: member === undefined })}</p>;
}

describe("useMembers", () => {
  it("is empty and pending on a server, without a request", () => {
    const { client } = stubServer();
    const calls: unknown[] = [];
    const queryMembers = (...args: unknown[]) => calls.push(args);
    const withMembers = { auth: client.auth, on: client.on, members: { queryMembers } } as unknown as MemberClient;
    const html = renderToString(
      <PorchlightProvider client={withMembers}>
        <Directory />
      </PorchlightProvider>,
    );
    expect(html.replaceAll("&quot;", '"')).toContain('{"members":true,"isPending":true,"member":true}');
    expect(calls).toEqual([]);
  });

  it("names the module that the client lacks", () => {
    const { client } = stubServer();
    const bare = { auth: client.auth, on: client.on } as unknown as MemberClient;
    const render = () =>
      renderToString(
        <PorchlightProvider client={bare}>
          <Directory />
        </PorchlightProvider>,
      );
    expect(render).toThrow('Pass the module "members" of @porchlight/client/members');
  });
});
