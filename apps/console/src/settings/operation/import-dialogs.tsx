import type { ImportNote } from "@porchlight/client/site";
import { maxBlogFileBytes } from "@porchlight/contract/blog/imports/import-job";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { FileTrigger } from "react-aria-components";
import { useConsole } from "../../context.ts";
import { formatFileSize } from "../../media/file-properties.ts";
import { putFile, uploadName } from "../../media/put-file.ts";
import { useDroppedFiles } from "../../media/uploads.tsx";
import { text } from "../../texts/text.ts";
import { Button } from "../../ui/button.tsx";
import { RadioChoice, Toggle } from "../../ui/choices.tsx";
import { Dialog, FormDialog } from "../../ui/dialog.tsx";
import { fieldErrorOf } from "../../ui/errors/error-text.ts";
import { Select, TextField } from "../../ui/fields.tsx";
import { saveFile } from "../../ui/save-file.ts";
import { ErrorMessage } from "../../ui/section.tsx";

const formats = [
  { id: "auto", label: text("Detect the format") },
  { id: "wxr", label: text("WordPress export") },
  { id: "ghost", label: text("Ghost export") },
  { id: "markdown", label: text("Site in Markdown") },
  { id: "rss", label: text("RSS or Atom feed") },
  { id: "site", label: text("Website (all pages)") },
] as const;
type Format = (typeof formats)[number]["id"];

const sources = [
  { id: "file", label: text("A file on this device") },
  { id: "url", label: text("A public address") },
] as const;
type Source = (typeof sources)[number]["id"];

/** Uploads the file of a blog, or names its address, to be checked. The check stores nothing. */
export function ImportDialog({ onClose }: { onClose(): void }) {
  const { blogImports } = useConsole().clients.site;
  const cache = useQueryClient();
  const [source, setSource] = useState<Source>("file");
  const [file, setFile] = useState<File>();
  const [url, setUrl] = useState("");
  const [format, setFormat] = useState<Format>("auto");
  const [includesPages, setIncludesPages] = useState(true);
  const [changesSettings, setChangesSettings] = useState(false);
  const [error, setError] = useState<string>();
  const [sent, setSent] = useState<number>();
  const [upload] = useState(() => new AbortController());
  const options = { pages: includesPages, settings: changesSettings };

  /** Returns a sentence if the upload failed. */
  async function sendFile(chosen: File): Promise<string | undefined> {
    const filename = uploadName(chosen);
    const { import: job, uploadUrl } = await blogImports.uploadImport({
      filename,
      ...options,
      format: fileFormat(format),
    });
    let isStored = false;
    try {
      setSent(0);
      const response = await putFile<UploadError>(uploadUrl, chosen, { signal: upload.signal, onProgress: setSent });
      isStored = response?.status === 200;
      return isStored ? undefined : uploadProblem(response?.body ?? undefined);
    } finally {
      setSent(undefined);
      if (!isStored) await blogImports.cancelImport(job._id).catch(() => {});
    }
  }
  const start = useMutation({
    async mutationFn() {
      if (source === "file") return sendFile(file!);
      await blogImports.startImport({ url: url.trim(), ...options, format: urlFormat(format), dryRun: true });
      return undefined;
    },
    onSuccess: (problem) => (problem === undefined ? onClose() : setError(problem)),
    onSettled: () => cache.invalidateQueries({ queryKey: ["blog-imports"] }),
  });
  const urlError = text("Enter a full address, such as https://blog.example/feed.");
  function submit() {
    const problem = source === "file" ? fileProblem(file) : URL.canParse(url.trim()) ? undefined : urlError;
    setError(problem);
    if (problem === undefined) start.mutate();
  }
  const isUrlRejected = fieldErrorOf(start.error, "url") !== undefined;
  const change = <Value,>(set: (value: Value) => void) => {
    return (value: Value) => {
      set(value);
      setError(undefined);
      start.reset();
    };
  };
  const isDragging = useDroppedFiles(source === "file" && !start.isPending, ([dropped, ...others]) => {
    if (others.length > 0) setError(text("Drop one file. To import several, compress them into a ZIP file."));
    else change(setFile)(dropped);
  });
  return (
    <FormDialog
      title={text("Import a blog")}
      isOpen
      onClose={() => {
        upload.abort();
        onClose();
      }}
      submitLabel={text("Check")}
      isPending={start.isPending}
      problem={start.isError && !isUrlRejected && <ErrorMessage error={start.error} />}
      onSubmit={submit}
    >
      <RadioChoice<Source> label={text("Source")} options={sources} value={source} onChange={change(setSource)} />
      {source === "file" ? (
        <div className="grid gap-2">
          <p className="text-muted">
            {text(
              "An export of WordPress (XML) or Ghost (JSON), a feed, or a ZIP file with one of them or with a site in Markdown. At most 1 GiB.",
            )}
          </p>
          <div
            className={`grid justify-items-center gap-2 rounded-lg border border-dashed p-4 text-center ${isDragging ? "border-accent bg-accent-soft" : "border-line-strong"}`}
          >
            {file && (
              <p className="max-w-full break-words">
                {file.name} ({formatFileSize(file.size)})
              </p>
            )}
            <FileTrigger
              acceptedFileTypes={[".xml", ".json", ".zip", ".rss", ".atom", ".md"]}
              onSelect={(files) => files?.[0] && change(setFile)(files[0])}
            >
              <Button isDisabled={start.isPending}>{file ? text("Choose another file") : text("Choose a file")}</Button>
            </FileTrigger>
            <p className="text-muted text-balance pointer-coarse:hidden">
              {text("You can also drop the file here, or paste it.")}
            </p>
          </div>
          {error !== undefined && (
            <p role="alert" className="text-danger">
              {error}
            </p>
          )}
          {sent !== undefined && (
            <label className="grid gap-1">
              {text("Uploading the file")}
              <progress className="w-full" value={sent} />
            </label>
          )}
        </div>
      ) : (
        <TextField
          label={text("Blog address")}
          hint={text("A feed, an export file, or a page that links to a feed.")}
          type="url"
          placeholder="https://"
          autoComplete="off"
          value={url}
          onChange={change(setUrl)}
          error={isUrlRejected ? urlError : error}
        />
      )}
      <Select<Format>
        label={text("Format")}
        value={source === "url" ? urlFormat(format) : fileFormat(format)}
        options={formats.filter(({ id }) => id !== (source === "url" ? "markdown" : "site"))}
        onChange={setFormat}
      />
      <Toggle isOn={includesPages} onChange={setIncludesPages}>
        {text("Import pages, too")}
      </Toggle>
      <Toggle isOn={changesSettings} onChange={setChangesSettings}>
        {text("Use the name, logo, color and language of the source for this site")}
      </Toggle>
      <p className="text-muted">
        {text("The check stores nothing. It runs in the background, and shows what the import would add.")}
      </p>
    </FormDialog>
  );
}

/** Only files can be sites in Markdown, and only addresses websites. */
const urlFormat = (format: Format) => (format === "markdown" ? "auto" : format);
const fileFormat = (format: Format) => (format === "site" ? "auto" : format);

function fileProblem(file: File | undefined): string | undefined {
  if (!file) return text("Choose a file.");
  if (file.size === 0) return text("The file is empty. Choose another one.");
  if (file.size > maxBlogFileBytes) return tooLarge();
  return undefined;
}

const tooLarge = () => text("The file is larger than 1 GiB. Split the export, or import it on the command line.");

interface UploadError {
  details?: { applicationError?: { code: string } };
}

function uploadProblem(response: UploadError | undefined): string {
  switch (response?.details?.applicationError?.code) {
    case undefined:
      return text("The upload was interrupted. Check your connection and try again.");
    case "PAYLOAD_TOO_LARGE":
      return tooLarge();
    case "UNAVAILABLE":
      return text("Other uploads are in progress. Try again in a few minutes.");
    default:
      return text("The upload failed. Try again.");
  }
}

/** Notes of one request. */
const maxNotes = 1000;

/** What an import could not transfer, with a download of all. */
export function ImportNotesDialog({ id, onClose }: { id: string | undefined; onClose(): void }) {
  const { blogImports } = useConsole().clients.site;
  const list = useQuery({
    queryKey: ["blog-imports", "notes", id],
    queryFn: ({ signal }) => blogImports.listImportNotes(id!, { limit: maxNotes }, { signal }),
    enabled: id !== undefined,
  });
  const download = useMutation({
    mutationFn: async () => {
      const notes: ImportNote[] = [];
      let total = 1;
      while (notes.length < total) {
        const page = await blogImports.listImportNotes(id!, { limit: maxNotes, offset: notes.length });
        notes.push(...page.notes);
        total = page.notes.length === 0 ? 0 : page.total;
      }
      const { default: papaparse } = await import("papaparse");
      const rows = notes.map(({ file, line, reason }) => ({ file, line: line ?? "", reason }));
      saveFile(new Blob([papaparse.unparse(rows, { escapeFormulae: true })], { type: "text/csv" }), "import-notes.csv");
    },
  });
  const { notes, total = 0 } = list.data ?? {};
  return (
    <Dialog title={text("Notes on the import")} isOpen={id !== undefined} onClose={onClose}>
      {(list.isError || download.isError) && <ErrorMessage error={list.error ?? download.error} />}
      {total > maxNotes && (
        <p className="text-muted">{text("These are the first {n, number} notes.", { n: maxNotes })}</p>
      )}
      <ul className="grid max-h-96 gap-2 overflow-y-auto">
        {notes?.map(({ file, line, reason }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the list does not change, and entries may be equal.
          <li key={index} className="grid break-words">
            <span className="font-medium">{line === undefined ? file : `${file}:${line}`}</span>
            <span lang="en" className="text-muted">
              {reason}
            </span>
          </li>
        ))}
      </ul>
      <div className="flex flex-wrap justify-end gap-2">
        <Button isPending={download.isPending} onPress={() => download.mutate()}>
          {text("Download as CSV")}
        </Button>
        <Button autoFocus onPress={onClose}>
          {text("Close")}
        </Button>
      </div>
    </Dialog>
  );
}
