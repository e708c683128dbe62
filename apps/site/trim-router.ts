import type { Plugin } from "vite";

const routerFile = /react-router\/dist\/production\/lib\//;
const unusedRouterParts = /\/lib\/(errors|router\/instrumentation|dom\/ssr\/links)\.js$/;
/**
 * Parts of the router for forms, fetchers, route discovery, server components and `<Await>`, which the site and the
 * console do not use: functions and classes by file name suffix.
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
  "/lib/components.js": ["AwaitErrorBoundary"],
  "/lib/hooks.js": ["RSCErrorHandler"],
};

/**
 * Replacements for router functions of which site and console only need a simple case: navigation is by links, errors
 * have texts of their own, and the site passes its data itself.
 */
const simplerFunctions: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  "/lib/dom/lib.js": { parseHydrationData: "() {}" },
  "/lib/router/router.js": {
    getSubmissionFromNavigation: "() {}",
    getActionDataForCommit: "() { return {}; }",
    normalizeNavigateOptions: "(isFetcher, path) { return { path }; }",
    getInternalRouterError: "(status = 500) { return new ErrorResponseImpl(status, '', new Error(status), true); }",
    createClientSideRequest:
      "(history, location, signal) { return new Request(history.createURL(stripHashFromPath(location)), { signal }); }",
    parseResponseBody: "(response) { return response.text(); }",
  },
};

/**
 * Removes about 9 kB of router code that bundlers cannot detect as unused: functions for tracing, framework mode and
 * server components (replaced by no-ops), code for other kinds of pages (replaced by `throw`), warnings in the console,
 * and unused components that only have a `displayName`.
 */
export function withoutUnusedRouterParts(): Plugin {
  return {
    name: "without-unused-router-parts",
    transform(code, id) {
      const file = id.replaceAll("\\", "/");
      if (!routerFile.test(file)) return null;
      if (!unusedRouterParts.test(file)) {
        const unused = Object.entries(unusedFunctions).find(([end]) => file.endsWith(end))?.[1] ?? [];
        const simpler = Object.entries(Object.entries(simplerFunctions).find(([end]) => file.endsWith(end))?.[1] ?? {});
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
