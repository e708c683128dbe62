import type { BlogContext } from "../../blog-context.ts";
import { findWaitingImport } from "./imports-store.ts";
import { ImportStopped, runImport } from "./run-import.ts";

/**
 * Carries out the imports that wait for a server, one after the other, those that another server has left among them. Any number of
 * servers may do so at once. What fails is noted in the import. One that is stopped goes on with the next server.
 */
export async function runWaitingImports(context: BlogContext, isClosing: () => boolean = () => false): Promise<void> {
  const { db, site, log } = context;
  for (;;) {
    const id = await findWaitingImport(db, site.id, context.now());
    if (id === undefined || isClosing()) return;
    const onProgress = () => {
      if (isClosing()) throw new ImportStopped();
    };
    await runImport(context, { kind: "owner" }, id, { onProgress }).catch((error: unknown) =>
      log.warn({ event: "import-failed", importId: id, reason: error instanceof Error ? error.message : "" }, "import"),
    );
  }
}
