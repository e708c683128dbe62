import { type DraftPostInput, parseImageUrl } from "@porchlight/client/blog";
import { useMutation } from "@tanstack/react-query";
import { FileTrigger } from "react-aria-components";
import { useConsole } from "../context.ts";
import { Button } from "../ui/button.tsx";
import { errorText } from "../ui/error-text.ts";

/** The cover of a post, as in the draft. */
export type Cover = DraftPostInput["media"];

/** Shows, uploads and removes the cover of a post. */
export function CoverField({ value, onChange }: { value: Cover; onChange(value: Cover): void }) {
  const { files } = useConsole().clients.site;
  const upload = useMutation({
    async mutationFn(file: File): Promise<Cover> {
      const { file: stored } = await files.uploadFile(file);
      const { _id, width = 0, height = 0 } = stored;
      const image = `wix:image://v1/${_id}/${encodeURIComponent(file.name)}#originWidth=${width}&originHeight=${height}`;
      return { displayed: true, custom: true, wixMedia: { image } };
    },
    onSuccess: onChange,
  });
  const image = parseImageUrl(value?.wixMedia?.image);
  return (
    <fieldset className="grid gap-2">
      <legend className="mb-1 font-medium">Cover</legend>
      {image && <img src={image.src} alt={image.alt} className="aspect-video w-full rounded-md object-cover" />}
      {upload.isError && (
        <p role="alert" className="text-danger">
          {errorText(upload.error)}
        </p>
      )}
      <div className="flex flex-wrap gap-2">
        <FileTrigger
          acceptedFileTypes={["image/*"]}
          onSelect={(selected) => {
            const file = selected?.item(0);
            if (file) upload.mutate(file);
          }}
        >
          <Button isPending={upload.isPending}>
            {upload.isPending ? "Uploading" : image ? "Replace cover" : "Add cover"}
          </Button>
        </FileTrigger>
        {image && (
          <Button kind="quiet" onPress={() => onChange(null)}>
            Remove cover
          </Button>
        )}
      </div>
    </fieldset>
  );
}
