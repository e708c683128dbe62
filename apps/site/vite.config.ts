import { fileURLToPath } from "node:url";
import react from "@vitejs/plugin-react";
import { defineConfig, type Plugin } from "vite";
import { withoutUnusedRouterParts } from "./trim-router.ts";

const root = fileURLToPath(new URL(".", import.meta.url));

/**
 * One chunk for what every reading page needs, and one for what every authentication form needs: together they compress
 * better than Rolldown's default chunks. A file not listed here ends up in a small chunk of its own.
 */
const chunkGroups = [
  {
    name: "core",
    test: oneOf(
      "/node_modules/",
      "/packages/client/src/(?!query/query-changes|http/event-stream|modules/(graphql|print-document|send-bytes)|data/|forms/|auth/(captcha/|hosted-login/|mfa/|(authentication|member-sessions|recovery)\\.)|(blog/(blog-events|discovery|likes|polls|ratings|tags)|members/(account|administration|community|custom-fields|directory|members)|redirects/redirects)\\.)",
      "/packages/contract/src/(?!texts/|wire/complex-query|data/|forms/|auth/(captcha|passkeys)/|blog/(discovery|paths|reactions|rich-content)|members/(administration|community|custom-fields)/|webhooks/)",
      "/packages/contract/src/texts/(format\\.|keys\\.|en/(common|blog)\\.json)",
      "/packages/react/src/(provider|texts/use-texts|blog/post-(meta|view))",
      "/packages/react/src/(auth/(form/auth-flow|session/(session-(notices|store)|use-session))|ui/(styles/|anchor|appearance|button|delay|feedback/notice|hydrated|safe-url|time-text|use-unsaved-warning))",
      "/apps/site/src/shell/(?!member-menu)",
      "/apps/site/src/(blog/blog-content|(?!blog/|data/|forms/|members/|messages/|modules/|styles/(account|form|members)|.*(-page|-frame|member-menu|-texts)\\.tsx?$))",
    ),
    priority: 2,
  },
  {
    // Only for code that is navigated to.
    name: "highlight",
    test: oneOf("/node_modules/(lowlight|highlight\\.js|devlop)/"),
    priority: 3,
  },
  {
    // Shared by collection pages and the home page.
    name: "collection-entry",
    test: oneOf("/packages/react/src/data/list/collection-entry\\."),
    priority: 3,
  },
  {
    // Queries of items, but not of posts.
    name: "queries",
    test: oneOf("/packages/client/src/query/query-changes\\."),
    priority: 3,
  },
  {
    // Shared with collection pages; separate chunks would make blog pages larger.
    name: "post-list",
    test: oneOf("/packages/react/src/(blog/post-list|ui/(load-more|feedback/empty-state))\\."),
  },
  {
    // Shared by the item form and its lazily loaded editors.
    name: "json-values",
    test: oneOf("/packages/react/src/data/form/json-values\\."),
    priority: 1,
  },
  {
    name: "auth-form",
    test: oneOf(
      "/packages/react/src/auth/(captcha/(captcha|captcha-gate|use-captcha)|form/(auth-errors|auth-form-store|auth-screen|form-error|form-error-state|use-auth-form|use-auth-submission|use-form-error-text|validation)|sign-in/use-follow-up-screen)\\.",
      "/packages/react/src/require-module\\.",
      "/packages/react/src/ui/(feedback/(error-summary|wait-text)|fields/field)\\.",
      "/packages/contract/src/texts/en/auth\\.json",
    ),
  },
  {
    // Shared by the forms of collections and other forms.
    name: "typed-values",
    test: oneOf(
      "/packages/react/src/data/(failure-notice|item-failures|form/(field-ranges|typed-values))\\.",
      "/packages/contract/src/texts/en/data-(form|item)\\.json",
    ),
  },
  {
    // Shared by account pages and forms.
    name: "loading",
    test: oneOf("/packages/react/src/(client-error|ui/feedback/(error-state|skeleton))\\."),
  },
  {
    name: "password-field",
    test: oneOf("/packages/react/src/(auth/form/(name-fields|new-password-field)|ui/fields/password-field)\\."),
  },
  {
    name: "trusted-devices",
    test: oneOf("/packages/react/src/auth/passkey-error\\.", "/packages/client/src/auth/mfa/trusted-devices\\."),
  },
  {
    name: "factor-screens",
    test: oneOf("/packages/react/src/auth/mfa/factor-screens\\."),
  },
  {
    name: "mfa",
    test: oneOf("/packages/react/src/auth/mfa/use-mfa-verification\\."),
  },
  {
    // Shared by account sections and their lazily loaded forms.
    name: "account-values",
    test: oneOf(
      "/packages/react/src/(auth/phone/country-name|members/(profile/profile-values|security/reauthentication)\\.)",
    ),
  },
  {
    name: "account-words",
    test: oneOf("/packages/contract/src/texts/en/account\\.json"),
  },
  {
    name: "account-form",
    test: oneOf(
      "/packages/react/src/(auth/form/(account-errors|account-error-notice)|members/security/reauthentication)\\.",
    ),
  },
  {
    name: "security",
    test: oneOf(
      "/packages/react/src/(auth/mfa/mfa-settings-error|members/security/security-texts)\\.",
      "/packages/contract/src/texts/en/security\\.json",
    ),
  },
  {
    name: "password-form",
    test: oneOf(
      "/packages/react/src/auth/recovery/password-errors\\.",
      "/packages/contract/src/texts/en/password\\.json",
    ),
  },
];

/** Both builds name a style sheet after a hash of its contents, which must agree. */
const styleNames = { cssTarget: "es2023", cssMinify: true, assetsInlineLimit: 0 } as const;

function oneOf(...paths: string[]): RegExp {
  return new RegExp(paths.join("|"));
}

/** `vite build` makes `dist/client`; `vite build --ssr` makes `dist/server`. */
export default defineConfig(({ isSsrBuild }) => ({
  root,
  plugins: [
    react(),
    importWithoutPreload(),
    ...(isSsrBuild ? [] : [withoutUnusedRouterParts(), withoutRouteHandles()]),
  ],
  publicDir: isSsrBuild ? false : "public",
  define: { "process.env.NODE_ENV": '"production"' },
  build: isSsrBuild
    ? {
        ...styleNames,
        outDir: "dist/server",
        emptyOutDir: true,
        ssr: true,
        // Fonts of themes, which only the server refers to.
        ssrEmitAssets: true,
        target: "node24",
        minify: false,
        rolldownOptions: {
          input: "src/entry-server.tsx",
          // A single file: a later build must not remove chunks of a running server.
          output: { entryFileNames: "[name].js", codeSplitting: false },
        },
      }
    : {
        outDir: "dist/client",
        emptyOutDir: true,
        manifest: true,
        target: "es2023",
        ...styleNames,
        // Chunks inherit the nonce of the importing module; links of the preload helper would not.
        modulePreload: false,
        // The styles of the entry are one file; pages link their own.
        cssCodeSplit: false,
        rolldownOptions: {
          input: "src/entry-browser.tsx",
          output: { codeSplitting: { groups: chunkGroups } },
        },
      },
  // Everything is bundled: the server then runs React's production build regardless of NODE_ENV.
  ssr: { noExternal: true, target: "node" },
}));

/** Vite wraps every `import()` in a helper that preloads style sheets and links, which do not exist here. */
function importWithoutPreload(): Plugin {
  return {
    name: "import-without-preload",
    enforce: "pre",
    load: (id) => (id.includes("vite/preload-helper") ? "export const __vitePreload = (load) => load();" : null),
  };
}

/** Removes the names of source files from the routes, which only the server reads. */
function withoutRouteHandles(): Plugin {
  return {
    name: "without-route-handles",
    enforce: "pre",
    transform: (code, id) =>
      id.endsWith("/site/src/routes.tsx")
        ? code.replace(/handle: \{ module: "[^"]+"[^}]*\} satisfies RouteHandle,?/g, "")
        : null,
  };
}
