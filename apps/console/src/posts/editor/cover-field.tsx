import { type DraftPostInput, parseImageUrl } from "@porchlight/client/blog";
import { lazy, Suspense, useState } from "react";
import { imageAddressOf } from "../../media/file-properties.ts";
import { MediaPickerButton } from "../../media/media-picker.tsx";
import { text } from "../../texts/text.ts";
import { Button } from "../../ui/button.tsx";

const FocalPointDialog = lazy(() => import("../../media/focal-point-dialog.tsx"));

/** The cover of a post, as in the draft. */
export type Cover = DraftPostInput["media"];

/** Shows, chooses and removes the cover of a post. */
export function CoverField({ value, onChange }: { value: Cover; onChange(value: Cover): void }) {
  const image = parseImageUrl(value?.wixMedia?.image);
  const fileId = image?.src.startsWith("/media/") ? image.src.slice("/media/".length) : undefined;
  const [isPointing, setIsPointing] = useState(false);
  return (
    <fieldset className="grid gap-2">
      <legend className="mb-1 font-medium">{text("Cover")}</legend>
      {image && <img src={image.src} alt={image.alt} className="aspect-video w-full rounded-md object-cover" />}
      <div className="flex flex-wrap gap-2">
        <MediaPickerButton
          mediaType="IMAGE"
          onChoose={([file]) =>
            file && onChange({ displayed: true, custom: true, wixMedia: { image: imageAddressOf(file) } })
          }
        >
          {image ? text("Replace cover") : text("Add cover")}
        </MediaPickerButton>
        {image && fileId && <Button onPress={() => setIsPointing(true)}>{text("Focal point")}</Button>}
        {image && (
          <Button kind="quiet" onPress={() => onChange(null)}>
            {text("Remove cover")}
          </Button>
        )}
      </div>
      <Suspense>
        {fileId && isPointing && <FocalPointDialog fileId={fileId} onClose={() => setIsPointing(false)} />}
      </Suspense>
    </fieldset>
  );
}
