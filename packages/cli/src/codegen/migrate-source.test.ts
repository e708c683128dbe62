import { describe, expect, it } from "vitest";
import { migrateSource } from "./migrate-source.ts";

const host = "https://members.example.com";
const migrate = (text: string, path = "client.ts") => migrateSource(path, text, host);

describe("migrateSource", () => {
  it("changes imports and createClient, and nothing else", () => {
    const { text, imports, clients, notes } = migrate(`"use client";
// The client of the site.
import { createClient, OAuthStrategy, type Tokens } from '@wix/sdk';
import { items as data } from "@wix/data"

export const client = createClient({
  modules: { data },   // items
  auth: OAuthStrategy({ clientId: process.env.CLIENT_ID! }),
});
const small = createClient({ auth });
`);
    expect(text).toBe(`"use client";
// The client of the site.
import { createClient, OAuthStrategy, type Tokens } from '@porchlight/client/compat';
import { items as data } from "@porchlight/client/compat"

export const client = createClient({
  host: "https://members.example.com",
  modules: { data },   // items
  auth: OAuthStrategy({ clientId: process.env.CLIENT_ID! }),
});
const small = createClient({ host: "https://members.example.com", auth });
`);
    expect({ imports, clients, notes }).toEqual({ imports: 2, clients: 2, notes: [] });
    expect(migrate(text)).toMatchObject({ text, imports: 0, notes: [] });
  });

  it("splits an import of which a part has no counterpart", () => {
    const { text, notes } = migrate(
      `import { createNanoEvents, createClient as make } from "@wix/sdk";\nmake({ auth });\n`,
    );
    expect(text).toBe(
      `import { createClient as make } from "@porchlight/client/compat";\nimport { createNanoEvents } from "@wix/sdk";\nmake({ host: "${host}", auth });\n`,
    );
    expect(notes).toEqual([{ line: 1, text: "createNanoEvents of @wix/sdk has no counterpart." }]);
  });

  it("changes require, dynamic imports and exports, in every syntax", () => {
    for (const path of ["a.js", "a.cjs", "a.tsx", "a.mts"])
      expect(
        migrate(
          `const { createClient, OAuthStrategy } = require('@wix/sdk');
async function load() { const { posts: blog } = await import("@wix/blog"); return blog; }
export { items } from "@wix/data";
createClient({
  auth,
});
`,
          path,
        ).text,
      ).toBe(`const { createClient, OAuthStrategy } = require('@porchlight/client/compat');
async function load() { const { posts: blog } = await import("@porchlight/client/compat"); return blog; }
export { items } from "@porchlight/client/compat";
createClient({
  host: "https://members.example.com",
  auth,
});
`);
  });

  it("keeps CRLF, a byte order mark and JSX", () => {
    const text = `\ufeffimport { posts } from "@wix/blog";\r\nexport const a = <p>{"@wix"}</p>;\r\n`;
    expect(migrate(text, "page.tsx").text).toBe(text.replace("@wix/blog", "@porchlight/client/compat"));
  });

  it.each<[text: string, line: number, note: RegExp]>([
    [`\nimport { products } from "@wix/stores";`, 2, /^@wix\/stores has no counterpart\.$/],
    [`import * as blog from "@wix/blog";`, 1, /one by one/],
    [`import sdk from "@wix/sdk";`, 1, /one by one/],
    [`const sdk = require("@wix/sdk");`, 1, /one by one/],
    [`vi.mock("@wix/sdk", () => ({}));`, 1, /outside of an import/],
    [`import { createClient } from "@wix/sdk";\ncreateClient(options);`, 2, /Add host/],
    [`import { createClient } from "@wix/sdk";\ncreateClient({ modules });`, 2, /Add host and auth/],
    [`import { createClient } from "@wix/sdk";\ncreateClient({ host: other, auth });`, 2, /has a host already/],
    [`fetch("https://www.wixapis.com/v1");`, 1, /address of the platform/],
    [`import { posts } from "@wix/blog";\nlet a: posts.Post, b: posts.QueryPostsResponse;`, 2, /QueryPostsResponse/],
    [
      `import { members } from "@wix/members";\nlist({ fieldsets: [members.Sets.FULL] });`,
      2,
      /^members\.Sets has no counterpart\.$/,
    ],
    [`import { media } from "@wix/sdk";\nmedia.getCroppedImageUrl(a);`, 2, /getCroppedImageUrl has no counterpart/],
    [`client.auth.sendPasswordResetEmail(email, page);`, 1, /call recovery\.recover on that page/],
  ])("notes what a person has to change: %s", (text, line, expected) => {
    expect(migrate(text).notes).toEqual([{ line, text: expect.stringMatching(expected) }]);
  });

  it("leaves enumerations of modules and their types as they are", () => {
    const text = `import { members, posts } from "@porchlight/client/compat";
let set: members.Set = members.Set.FULL;
let state = LoginState.SUCCESS;
`;
    const before = text.replace('"@porchlight/client/compat"', '"@wix/members"').replace(", posts", "");
    expect(migrate(before)).toMatchObject({ text: text.replace(", posts", ""), notes: [] });
  });

  it("changes no other createClient", () => {
    const text = `import { createClient } from "@other/sdk";\ncreateClient({ auth });\n`;
    expect(migrate(text)).toMatchObject({ text, clients: 0 });
  });

  it("survives text that is no valid source", () => {
    for (const text of ["", "import {", "createClient({", "}{", "\0", `import { posts } from "@wix/blog`, "\ud800"])
      expect(typeof migrate(text).text).toBe("string");
  });
});
