/** Which package, folder and file may import which. Everything that is not allowed here is forbidden. */

export interface PackageRules {
  /** From the root of the repository. */
  folder: string;
  /** Packages of this repository that it may import. */
  packages: readonly string[];
  /**
   * The entries of `src`, top layer first. An import goes downwards or stays within its entry; entries of one layer do
   * not import each other, except loose files. `*` in a name matches any characters, `*` alone all other loose files,
   * `**` all other folders.
   */
  layers: readonly (readonly string[])[];
  /** Imports against the order of the layers that are allowed, as `from` and `to`. To be removed one by one. */
  exceptions?: readonly (readonly [from: string, to: string])[];
  /** Folders below `src` whose direct subfolders have no import cycle either. */
  acyclic?: readonly string[];
}

export const packageRules: Readonly<Record<string, PackageRules>> = {
  "@porchlight/contract": {
    folder: "packages/contract",
    packages: [],
    layers: [
      ["errors.ts", "docs.ts"],
      ["forms", "members", "site", "staff", "statistics", "webhooks"],
      ["auth", "blog", "data", "media", "redirects", "texts"],
      ["wire"],
      ["*"],
    ],
  },
  "@porchlight/client": {
    folder: "packages/client",
    packages: ["@porchlight/contract"],
    layers: [
      ["index.ts", "server.ts", "testing", "compat"],
      ["create-client.ts"],
      ["webhooks"],
      ["site", "staff"],
      ["auth", "blog", "data", "forms", "media", "members", "redirects"],
      ["modules", "query"],
      ["transport.ts"],
      ["conversion.ts"],
      ["http"],
      ["*"],
    ],
  },
  "@porchlight/react": {
    folder: "packages/react",
    packages: ["@porchlight/client", "@porchlight/contract"],
    layers: [
      ["index.ts", "query.ts"],
      ["forms", "members"],
      ["auth", "blog", "data"],
      ["read"],
      ["provider.tsx"],
      ["ui"],
      ["texts"],
      ["*"],
    ],
    exceptions: [
      ["provider.tsx", "auth"],
      ["ui", "provider.tsx"],
    ],
  },
  "@porchlight/server": {
    folder: "packages/server",
    packages: ["@porchlight/contract", "@porchlight/importers"],
    layers: [
      ["index.ts", "operations.ts"],
      ["server.ts"],
      ["running-site.ts"],
      ["app.ts", "job-handlers.ts", "job-routes.ts", "manage-jobs.ts"],
      ["sites"],
      ["graphql"],
      ["api-docs", "health", "site-admin"],
      ["staff"],
      ["forms", "hosted-pages"],
      ["redirects"],
      ["auth"],
      ["backups", "blog", "data", "media", "members", "updates", "webhooks"],
      ["platform"],
    ],
    acyclic: ["platform"],
  },
  "@porchlight/importers": {
    folder: "packages/importers",
    packages: ["@porchlight/contract"],
    layers: [
      ["worker"],
      ["open-source.ts"],
      ["site"],
      ["feeds", "ghost", "markdown", "native", "wordpress"],
      ["articles", "xml"],
      ["folder"],
      ["**"],
      ["*"],
    ],
  },
  porchlight: {
    folder: "packages/cli",
    packages: [
      "@porchlight/console",
      "@porchlight/contract",
      "@porchlight/importers",
      "@porchlight/server",
      "@porchlight/site",
    ],
    layers: [
      ["main.ts", "define-site.ts", "program.ts"],
      ["commands"],
      ["demo"],
      ["codegen", "doctor", "start"],
      ["runtime"],
      ["*"],
    ],
  },
  "@porchlight/editor": {
    folder: "packages/editor",
    packages: ["@porchlight/contract"],
    layers: [
      ["index.ts", "simple"],
      ["rich-content-editor.tsx"],
      ["editor-extensions.ts"],
      ["toolbar"],
      ["slash-menu"],
      ["blocks"],
      ["editor-context.ts", "render-after-mount.tsx"],
      ["paste"],
      ["document", "uploads"],
      ["schema"],
      ["texts"],
    ],
  },
  "@porchlight/console": {
    folder: "apps/console",
    packages: [
      "@porchlight/react",
      "@porchlight/client",
      "@porchlight/contract",
      "@porchlight/editor",
      "@porchlight/site",
    ],
    layers: [
      ["entry-browser.tsx"],
      ["routes.tsx"],
      ["access", "forms", "home", "items", "members", "posts", "server", "site", "staff"],
      ["collections", "editor", "settings"],
      ["media"],
      ["shell"],
      ["context.ts", "ui"],
      ["texts"],
      ["*"],
    ],
  },
  "@porchlight/site": {
    folder: "apps/site",
    packages: ["@porchlight/react", "@porchlight/client", "@porchlight/contract"],
    layers: [
      ["entry-browser.tsx", "entry-server.tsx"],
      ["server"],
      ["routes.tsx", "messages"],
      ["data", "forms", "members"],
      ["auth", "blog"],
      ["shell"],
      ["styles"],
      ["*"],
      ["modules"],
    ],
    exceptions: [
      ["server", "entry-server.tsx"],
      ["shell", "auth"],
    ],
  },
};

/** Files that never import each other, by the end of their names. */
export const forbiddenNames: readonly { from: RegExp; to: RegExp; reason: string }[] = [
  {
    from: /(?:^|[/-])routes\.ts$/,
    to: /(?<!\/platform\/storage\/[^/]*)-store\.ts$/,
    reason: "a route calls a use case, not a store",
  },
  {
    from: /^packages\/server\/src\/(?!app\.ts$|server\.ts$|(?:.*[/-])?routes\.ts$)/,
    to: /(?:^|[/-])routes\.ts$/,
    reason: "only app.ts, server.ts and other routes import routes",
  },
];

/** Files of the server that may contain SQL. */
export const sqlFiles = /-store\.ts$|-sql\.ts$|\/src\/(?:platform\/)?db\//;
/** Methods of Kysely that start a query. */
export const queryMethods: ReadonlySet<string> = new Set([
  "selectFrom",
  "insertInto",
  "updateTable",
  "deleteFrom",
  "mergeInto",
]);

/**
 * Files that register use cases. A use case is a function of an area that they import and that has a context parameter.
 */
export const useCaseRegistries = /(?:^|[/-])(?:routes|operations|src\/index)\.ts$/;
/** The areas. Functions of `hosted-pages` are not use cases; they call some. */
export const useCaseFolders =
  /^packages\/server\/src\/(?:auth|backups|blog|data|media|members|redirects|site-admin|staff|updates|webhooks)\//;
/** Functions that routes call but that are not use cases: checks and conversions. */
export const helperNames = /^(?:need|require|authorize|is|has|can|parse|read|to|serialize|render|respond|serve)[A-Z]/;
/** Types that give access to the database. */
export const contextType = /^(?:Deps|(?:Server|App|Auth|Members?|Blog|Data|Media|Webhooks?|Redirects?|Hosted)Context)$/;
