import { Writable } from "node:stream";
import type { PageToken } from "@porchlight/client/session";
import { directionOf } from "@porchlight/contract/texts/keys";
import type { InitialSession } from "@porchlight/react";
import { type ReactNode, StrictMode } from "react";
import { preinit, preload, preloadModule } from "react-dom";
import { renderToPipeableStream } from "react-dom/server.node";
import {
  createStaticRouter,
  type DataRouteObject,
  type StaticHandlerContext,
  StaticRouterProvider,
} from "react-router";
import type { SiteSettings } from "../settings.ts";
import { type PageState, pageStateGlobal, serializeState } from "../shell/page-state.ts";
import { text } from "../shell/shell-texts.ts";
import { type Site, SiteProvider } from "../site.ts";
import type { BuildFiles } from "./build-manifest.ts";
import { firstFonts } from "./theme-styles.ts";

export interface DocumentInput {
  readonly site: Site & { readonly nonce: string };
  /** Only on pages that are not cached. */
  readonly pageToken?: PageToken | undefined;
  readonly dataRoutes: DataRouteObject[];
  readonly routerState: StaticHandlerContext;
  readonly files: BuildFiles;
  /** Whether the page has no scripts. */
  readonly isStatic?: boolean;
  /** Source files of lazily loaded modules on the page. */
  readonly modules: readonly string[];
}

/** Timeout of rendering, in milliseconds. */
const renderTimeoutMs = 10_000;

/**
 * The page as HTML, with the state for hydration.
 *
 * @throws whatever a component threw while rendering.
 */
export function renderDocument(input: DocumentInput): Promise<string> {
  const { site, pageToken, dataRoutes, routerState, files, modules, isStatic = false } = input;
  const { nonce } = site;
  const state: PageState<InitialSession, PageToken> = {
    settings: site.settings,
    session: site.initialSession,
    pageToken,
    router: { loaderData: routerState.loaderData, errors: routerState.errors },
  };
  const router = createStaticRouter(dataRoutes, routerState);

  return new Promise((resolve, reject) => {
    let failure: unknown;
    const stream = renderToPipeableStream(
      <StrictMode>
        <HeadStart files={files} modules={modules} nonce={nonce} theme={site.settings.theme}>
          <SiteProvider value={site}>
            <StaticRouterProvider router={router} context={routerState} hydrate={false} />
          </SiteProvider>
        </HeadStart>
      </StrictMode>,
      {
        nonce,
        ...(!isStatic && {
          bootstrapScriptContent: `window.${pageStateGlobal}=${serializeState(state)}`,
          bootstrapModules: [files.entry],
        }),
        // The page is sent as a whole: React would otherwise move large Suspense content to its end and insert it by
        // script.
        progressiveChunkSize: Number.POSITIVE_INFINITY,
        onError: (error) => {
          failure ??= error;
        },
        onShellError: reject,
        onAllReady() {
          clearTimeout(timer);
          if (failure) reject(failure);
          else collect(stream).then(resolve, reject);
        },
      },
    );
    const timer = setTimeout(() => stream.abort(new Error("The page took too long to render.")), renderTimeoutMs);
    timer.unref();
  });
}

interface HeadStartProps {
  files: BuildFiles;
  modules: readonly string[];
  nonce: string;
  theme: SiteSettings["theme"];
  children: ReactNode;
}

/**
 * Adds the style sheet, first font and scripts to the head. It wraps the page, because a sibling would shift React's
 * generated ids.
 */
function HeadStart({ files, modules, nonce, theme, children }: HeadStartProps) {
  for (const font of firstFonts(theme)) preload(font, { as: "font", type: "font/woff2", crossOrigin: "anonymous" });
  preinit(files.styles, { as: "style", precedence: "site", nonce });
  for (const script of files.scriptsOf(modules)) preloadModule(script, { as: "script", nonce });
  return children;
}

async function collect(stream: { pipe(target: Writable): unknown }): Promise<string> {
  const chunks: Buffer[] = [];
  return new Promise((resolve, reject) => {
    const sink = new Writable({
      write(chunk: Buffer, _encoding, done) {
        chunks.push(chunk);
        done();
      },
      final(done) {
        resolve(Buffer.concat(chunks).toString("utf8"));
        done();
      },
    });
    sink.on("error", reject);
    stream.pipe(sink);
  });
}

/** The page if rendering itself fails, with the texts of the ordinary error page. */
export function renderErrorFallback(
  settings: SiteSettings,
  requestId: string,
  files: BuildFiles,
  nonce: string,
): string {
  const name = escapeHtml(settings.siteName);
  const styles = `<link rel="stylesheet" href="${escapeHtml(files.styles)}" nonce="${nonce}">`;
  return `<!DOCTYPE html><html lang="${escapeHtml(settings.language)}" dir="${directionOf(settings.language)}"><head><meta charset="utf-8">\
<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex">\
<title>${text("error.failed.title")} · ${name}</title>${styles}</head><body>\
<main id="main"><div class="problem" data-kind="failed"><h1>${text("error.failed.title")}</h1>\
<p class="problem-text">${text("error.failed.text")}</p>\
<p class="request-id site-request-id">${text("common.requestId")} <code>${escapeHtml(requestId)}</code></p>\
<div class="actions"><a class="site-button" data-variant="primary" href="/">${text("common.home")}</a></div></div></main></body></html>`;
}

function escapeHtml(value: string): string {
  const entities: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };
  return value.replace(/[&<>"']/g, (character) => entities[character] ?? character);
}
