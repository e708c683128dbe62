import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { extname, join, relative, sep } from "node:path";
import { acceptsEncoding } from "./compression.ts";

const contentTypes: Readonly<Record<string, string>> = {
  ".css": "text/css; charset=utf-8",
  ".ico": "image/x-icon",
  ".js": "text/javascript; charset=utf-8",
  ".json": "application/json; charset=utf-8",
  ".png": "image/png",
  ".svg": "image/svg+xml",
  ".txt": "text/plain; charset=utf-8",
  ".webp": "image/webp",
  ".woff2": "font/woff2",
};

/** Encodings that the build writes next to a file, best first. */
const encodings = [
  ["br", ".br"],
  ["gzip", ".gz"],
] as const;

interface StoredFile {
  readonly body: NonSharedBuffer;
  readonly etag: string;
}

export interface Assets {
  /** Responds with a file of the client build; `undefined` if there is none at this path. */
  serve(request: Request): Response | undefined;
}

const shared = new Map<string, Assets>();

/** The client build in a folder, as {@link createAssets} returns it: one copy for all sites of the process. */
export function sharedAssets(folder: string): Assets {
  const assets = shared.get(folder) ?? createAssets(folder);
  shared.set(folder, assets);
  return assets;
}

/**
 * Serves the client build from memory.
 *
 * All files are read once, so that a later build does not break open pages, and no path can lead out of the folder.
 *
 * @param folder Absolute path of the client build.
 */
export function createAssets(folder: string): Assets {
  const files = new Map<string, StoredFile>();
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const file = join(entry.parentPath, entry.name);
    const path = `/${relative(folder, file).split(sep).join("/")}`;
    if (!entry.isFile() || path.startsWith("/.")) continue;
    const body = readFileSync(file);
    files.set(path, { body, etag: `"${createHash("sha256").update(body).digest("base64url").slice(0, 22)}"` });
  }

  return {
    serve(request) {
      const { pathname } = new URL(request.url);
      const type = contentTypes[extname(pathname)];
      if (!type || !files.has(pathname)) return undefined;
      if (request.method !== "GET" && request.method !== "HEAD") {
        return new Response(null, { status: 405, headers: { Allow: "GET, HEAD" } });
      }

      const accepted = request.headers.get("Accept-Encoding");
      const stored = encodings.filter(([, suffix]) => files.has(pathname + suffix));
      const chosen = stored.find(([name]) => acceptsEncoding(accepted, name));
      const file = files.get(pathname + (chosen?.[1] ?? "")) as StoredFile;

      const headers = new Headers({
        "Content-Type": type,
        "Cache-Control": pathname.startsWith("/assets/")
          ? "public, max-age=31536000, immutable"
          : "public, max-age=86400",
        ETag: file.etag,
        "X-Content-Type-Options": "nosniff",
        "Cross-Origin-Resource-Policy": "same-origin",
      });
      if (stored.length > 0) headers.set("Vary", "Accept-Encoding");
      if (chosen) headers.set("Content-Encoding", chosen[0]);
      if (matchesEtag(request.headers.get("If-None-Match"), file.etag))
        return new Response(null, { status: 304, headers });
      headers.set("Content-Length", String(file.body.byteLength));
      return new Response(request.method === "HEAD" ? null : file.body, { headers });
    },
  };
}

function matchesEtag(header: string | null, etag: string): boolean {
  return header?.split(",").some((value) => value.trim().replace(/^W\//, "") === etag) ?? false;
}
