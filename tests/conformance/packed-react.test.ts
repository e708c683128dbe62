import { readFile } from "node:fs/promises";
import path from "node:path";
import { build } from "esbuild";
import { describe, expect, it } from "vitest";
import { createPackedProject } from "./packed-project.ts";

const project = await createPackedProject();
await project.install("client");
const installed = await project.install("react");
await project.lend(
  "react",
  "react-dom",
  "@lingui/core",
  "@lingui/message-utils",
  "@types/react",
  "csstype",
  "@tanstack/react-query",
  "@tanstack/query-core",
);

const site = `
import { createClient, OAuthStrategy } from "@porchlight/client";
import { members } from "@porchlight/client/members";
import { type Messages, PorchlightProvider, SignIn, useSession } from "@porchlight/react";
import { messages as german } from "@porchlight/react/texts/de";
import "@porchlight/react/styles.css";

const client = createClient({ host: "http://localhost:4000", auth: OAuthStrategy({ clientId: "x" }), modules: { members } });
const messages: Messages = { ...german, "auth.signIn.title": "Come in" };
function Who() {
  return <p>{useSession().status}</p>;
}
export const page = (
  <PorchlightProvider client={client} messages={messages}>
    <Who />
    <SignIn />
  </PorchlightProvider>
);
`;

describe("the published React package with the published client", () => {
  it("renders the sign-in form in plain Node", async () => {
    const html = await project.runNode(
      `import { createElement } from "react";
      import { renderToString } from "react-dom/server";
      import { createClient, OAuthStrategy } from "@porchlight/client";
      import { PorchlightProvider, SignIn } from "@porchlight/react";
      const client = createClient({ host: "http://localhost:4000", auth: OAuthStrategy({ clientId: "x" }) });
      const page = createElement(PorchlightProvider, { client }, createElement(SignIn));
      console.log(JSON.stringify(renderToString(page)));`,
      null,
    );
    expect(html).toContain("<form");
    expect(html).toContain('type="password"');
  });

  it("renders it in German with a separate import", async () => {
    const html = await project.runNode(
      `import { createElement } from "react";
      import { renderToString } from "react-dom/server";
      import { createClient, OAuthStrategy } from "@porchlight/client";
      import { PorchlightProvider, SignIn } from "@porchlight/react";
      const { messages } = await import("@porchlight/react/texts/de");
      const client = createClient({ host: "http://localhost:4000", auth: OAuthStrategy({ clientId: "x" }) });
      const page = createElement(PorchlightProvider, { client, messages, language: "de" }, createElement(SignIn));
      console.log(JSON.stringify(renderToString(page)));`,
      null,
    );
    expect(html).toContain("E-Mail-Adresse");
    expect(html).not.toContain("Password");
    const { outputFiles } = await build({
      entryPoints: [path.join(installed, "index.js")],
      bundle: true,
      packages: "external",
      format: "esm",
      write: false,
    });
    expect(outputFiles[0]?.text).toContain("Email address");
    expect(outputFiles[0]?.text).not.toContain("E-Mail-Adresse");
  });

  it("type-checks with the declarations of the client and the text keys", async () => {
    expect(await project.typeCheck("right.tsx", site)).toBe("");
    expect(await project.typeCheck("wrong.tsx", site.replace("auth.signIn.title", "auth.signIn.titel"))).toContain(
      "'\"auth.signIn.titel\"' does not exist",
    );
  });

  it("knows the site's client and collections once they are registered", async () => {
    const registered = `
import { createClient, OAuthStrategy } from "@porchlight/client";
import { items } from "@porchlight/client/data";
import { useClient, useInsert } from "@porchlight/react";
import { collectionQuery } from "@porchlight/react/query";

const client = createClient({ host: "http://localhost:4000", auth: OAuthStrategy({ clientId: "x" }), modules: { items } });
declare module "@porchlight/react" {
  interface Register {
    client: typeof client;
  }
}
declare module "@porchlight/client/data" {
  interface CollectionTypes {
    Bowls: { _id: string; liters: number };
  }
}
export function useBowls() {
  const { items } = useClient();
  const { run } = useInsert("Bowls");
  return { query: collectionQuery(client, items.query("Bowls").gt("liters", 2)), add: () => run({ liters: 3 }) };
}
`;
    expect(await project.typeCheck("registered.tsx", registered)).toBe("");
    const wrong = registered.replace("run({ liters: 3 })", 'run({ liters: "3" })');
    expect(await project.typeCheck("wrong.tsx", wrong)).toContain("'string' is not assignable to type 'number'");
  });

  it("leads from each declaration to its source", async () => {
    const types = path.join(installed, "types/react");
    const declarations = await readFile(path.join(types, "provider.d.ts"), "utf8");
    const map = JSON.parse(await readFile(path.join(types, "provider.d.ts.map"), "utf8")) as { sources: string[] };
    expect(declarations).toContain("//# sourceMappingURL=provider.d.ts.map");
    const source = await readFile(path.join(types, map.sources[0]!), "utf8");
    expect(source).toContain("export function PorchlightProvider");
  });

  it("contains one complete style sheet and has React as a peer dependency", async () => {
    const styles = await readFile(path.join(installed, "ui/styles.css"), "utf8");
    expect(styles).toContain("--site-");
    expect(styles).not.toContain("@import");
    const manifest = JSON.parse(await readFile(path.join(installed, "package.json"), "utf8"));
    expect(manifest.exports["./styles.css"].default).toBe("./ui/styles.css");
    expect(Object.keys(manifest.peerDependencies)).toEqual(["@tanstack/react-query", "react", "react-dom"]);
    expect(manifest.peerDependenciesMeta).toEqual({ "@tanstack/react-query": { optional: true } });
    expect(Object.keys(manifest.dependencies)).not.toContain("react");
  });
});
