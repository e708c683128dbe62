import { fileURLToPath } from "node:url";
import react from "@vitejs/plugin-react";
import { defineConfig, type Plugin } from "vite";

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
      "/packages/contract/src/(?!texts/|wire/complex-query|data/|forms/|auth/(captcha|passkeys)/|blog/(discovery|paths|reactions)|members/(administration|community|custom-fields)/|webhooks/)",
      "/packages/contract/src/texts/(format|en/(common|blog)\\.json)",
      "/packages/react/src/(provider|texts/use-texts|blog/post-(meta|view))",
      "/packages/react/src/(auth/(form/auth-flow|session/(session-(notices|store)|use-session))|ui/(anchor|appearance|button|delay|feedback/notice|hydrated|safe-url|time-text|use-unsaved-warning))",
      "/apps/site/src/shell/(?!member-menu)",
      "/apps/site/src/(blog/blog-content|(?!blog/|data/|forms/|members/|messages/|modules/|.*(-page|-frame|member-menu|-texts)\\.tsx?$))",
    ),
    priority: 2,
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
        outDir: "dist/server",
        emptyOutDir: true,
        ssr: true,
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
        // One style sheet, so that styles are loaded before scripts.
        cssCodeSplit: false,
        // Chunks inherit the nonce of the importing module; links of the preload helper would not.
        modulePreload: false,
        assetsInlineLimit: 0,
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
        ? code.replace(/handle: \{ module: "[^"]+" \} satisfies RouteHandle,?/g, "")
        : null,
  };
}

const routerFile = /react-router\/dist\/production\/lib\//;
const unusedRouterParts = /\/lib\/(errors|router\/instrumentation|dom\/ssr\/links)\.js$/;
/**
 * Parts of the router for forms, fetchers, route discovery, server components and `<Await>`, which the site does not
 * use: functions and classes by file name suffix.
 */
const unusedFunctions: Readonly<Record<string, readonly string[]>> = {
  "/lib/router/router.js": [
    ...["handleAction", "fetch", "handleFetcherAction", "handleFetcherLoader", "getFetcher", "resetFetcher"],
    ...["deleteFetcher", "queueFetcherForDeletion", "abortFetcher", "updateFetcherState"],
    "getUpdatedRevalidatingFetchers",
    ...["discoverRoutes", "cancelDiscoveryNavigation", "patchRoutes", "patchRoutesImpl", "_internalSetRoutes"],
    ...["runClientMiddlewarePipeline", "getSubmittingNavigation"],
    ...["getSubmittingFetcher", "getLoadingFetcher", "getDoneFetcher"],
  ],
  "/lib/dom/lib.js": ["parseHydrationData"],
  "/lib/components.js": ["AwaitErrorBoundary"],
  "/lib/hooks.js": ["RSCErrorHandler"],
};

/**
 * Replacements for router functions of which the site only needs a simple case: navigation is by links, and errors have
 * the site's texts.
 */
const simplerFunctions: Readonly<Record<string, string>> = {
  getSubmissionFromNavigation: "() {}",
  getActionDataForCommit: "() { return {}; }",
  normalizeNavigateOptions: "(isFetcher, path) { return { path }; }",
  getInternalRouterError: "(status = 500) { return new ErrorResponseImpl(status, '', new Error(status), true); }",
  createClientSideRequest:
    "(history, location, signal) { return new Request(history.createURL(stripHashFromPath(location)), { signal }); }",
  parseResponseBody: "(response) { return response.text(); }",
};

/**
 * Removes about 9 kB of router code that bundlers cannot detect as unused: functions for tracing, framework mode and
 * server components (replaced by no-ops), code for other kinds of pages (replaced by `throw`), warnings in the console,
 * and unused components that only have a `displayName`.
 */
function withoutUnusedRouterParts(): Plugin {
  return {
    name: "without-unused-router-parts",
    transform(code, id) {
      const file = id.replaceAll("\\", "/");
      if (!routerFile.test(file)) return null;
      if (!unusedRouterParts.test(file)) {
        const unused = Object.entries(unusedFunctions).find(([end]) => file.endsWith(end))?.[1] ?? [];
        const simpler = file.endsWith("/lib/router/router.js") ? Object.entries(simplerFunctions) : [];
        return simpler
          .reduce((rest, [name, body]) => withFunction(rest, name, body), unused.reduce(withoutFunction, code))
          .replace(/^\w+\.displayName = "\w+";$/gm, "")
          .replace(/(?<!function )\bwarning(?:Once)?\(/g, "/* @__PURE__ */ $&")
          .replace(/^(const \w+ = )(React\$1\.(forwardRef|memo|createContext)\()/gm, "$1/* @__PURE__ */ $2");
      }
      const names = /^export \{(.*)\};$/m.exec(code)?.[1]?.split(",") ?? [];
      return names.map((name) => `export function ${name.trim()}() {}`).join("\n");
    },
  };
}

const withoutFunction = (code: string, name: string): string =>
  withFunction(code, name, '() { throw new Error("This part of the router is left out here."); }');

function withFunction(code: string, name: string, parametersAndBody: string): string {
  const whole = new RegExp(`^(\\t?)(?:(?:async )?function|var) ${name}\\b[^]*?^\\1\\};?$`, "m");
  if (!whole.test(code)) throw new Error(`The router has no function ${name} any more: see what it does instead.`);
  return code.replace(whole, () => `function ${name}${parametersAndBody}`);
}
