import { once } from "node:events";
import { createServer } from "node:http";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

export interface HostedApp {
  close(): Promise<void>;
}

const bundles = new Map([
  [".js", "text/javascript"],
  [".css", "text/css"],
]);

/**
 * Serves an app next to this file on a separate port, for every path, with React's development build, which renders and
 * runs effects twice.
 */
export async function serveHostedApp(
  port: number,
  settings: { host: string; clientId: string },
  entry = "app.tsx",
): Promise<HostedApp> {
  const { outputFiles } = await build({
    entryPoints: { app: fileURLToPath(new URL(entry, import.meta.url)) },
    bundle: true,
    format: "esm",
    splitting: true,
    write: false,
    outdir: "/",
    jsx: "automatic",
    define: { "process.env.NODE_ENV": '"development"', settings: JSON.stringify(settings) },
  });
  const files = new Map(
    outputFiles.map(({ path, contents }) => [path.replaceAll("\\", "/").replace(/^.*\//, "/"), contents]),
  );
  const page = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Elsewhere</title>
<meta name="viewport" content="width=device-width"><div id="app"></div><script type="module" src="/app.js"></script></html>`;
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? "/", "http://app.example");
    const file = files.get(pathname);
    const type = bundles.get(pathname.slice(pathname.lastIndexOf("."))) ?? "text/html";
    response.writeHead(file || type === "text/html" ? 200 : 404, { "content-type": type });
    response.end(file ?? page);
  });
  server.listen(port, "127.0.0.1");
  await once(server, "listening");
  return {
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
