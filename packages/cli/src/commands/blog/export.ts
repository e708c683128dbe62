import type { ExportOptions } from "@porchlight/server/operations";
import * as server from "@porchlight/server/operations";
import { codeOf, describeFileFailure } from "../../runtime/data-dir.ts";
import { type Io, printResult } from "../../runtime/io.ts";
import { type CommonOptions, owner, withOperator } from "../../runtime/operator.ts";
import { createProgressBar, type ProgressBar } from "../../runtime/progress-bar.ts";

interface ExportContentOptions extends CommonOptions {
  format: NonNullable<ExportOptions["format"]>;
}

/** `porchlight export <folder>` */
export async function exportContent(io: Io, folder: string, options: ExportContentOptions): Promise<void> {
  let bar: ProgressBar | undefined;
  const counts = await withOperator(io, options, (context) =>
    server.exportBlog(context, owner, folder, {
      format: options.format,
      onProgress(done, total) {
        bar ??= createProgressBar(io, "Exporting", total, "posts");
        bar.update(done);
      },
    }),
  )
    .catch((error: unknown) => {
      throw /^(?:E[A-Z]+)$/.test(codeOf(error) ?? "") ? describeFileFailure(folder, error) : error;
    })
    .finally(() => bar?.end());
  const { posts, categories, tags, images, missing } = counts;
  const lines = [
    `Exported to "${folder}": posts ${posts}, categories ${categories}, tags ${tags}, images ${images}.`,
    ...(missing > 0 ? [`Images that posts show and that are not in the media folder: ${missing}.`] : []),
  ];
  printResult(io, { folder, ...counts }, lines.join("\n"));
}
