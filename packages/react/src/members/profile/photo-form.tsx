import { useId, useState } from "react";
import { AccountErrorNotice } from "../../auth/form/account-error-notice.tsx";
import { toAccountError } from "../../auth/form/account-errors.ts";
import { asRecord } from "../../auth/form/auth-errors.ts";
import type { AuthTexts } from "../../auth/form/auth-screen.tsx";
import type { AuthError } from "../../auth/form/form-error.ts";
import { useSubmission } from "../../auth/form/use-submission.ts";
import type { AccountClient } from "../../auth/member-client.ts";
import { usePorchlight } from "../../provider.tsx";
import { type Appearance, part } from "../../ui/appearance.ts";
import { Button } from "../../ui/button.tsx";
import { FieldError } from "../../ui/fields/field.tsx";
import { SectionForm } from "../section-form.tsx";

/** Maximum width and height in pixels. */
const side = 512;

/**
 * The center of an image as a square, small enough to upload and to show on every page, rotated as taken and without
 * metadata.
 *
 * @throws if the browser cannot decode the file.
 */
async function resizePhoto(file: Blob): Promise<Blob> {
  const bitmap = await createImageBitmap(file);
  const edge = Math.min(bitmap.width, bitmap.height);
  const canvas = document.createElement("canvas");
  canvas.width = canvas.height = Math.min(edge, side);
  const [left, top] = [(bitmap.width - edge) / 2, (bitmap.height - edge) / 2];
  canvas.getContext("2d")?.drawImage(bitmap, left, top, edge, edge, 0, 0, canvas.width, canvas.height);
  bitmap.close();
  // Browsers that cannot encode a format fall back to PNG, which may be too large.
  for (const type of ["image/webp", "image/jpeg"]) {
    const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, type, 0.9));
    if (blob?.type === type) return blob;
  }
  throw new Error("This browser writes no pictures.");
}

interface PhotoFormProps {
  text: AuthTexts;
  appearance: Appearance | undefined;
  calls: AccountClient;
  hasPhoto: boolean;
  onDone(isSaved: boolean): void;
}

const types = ["image/jpeg", "image/png", "image/webp", "image/avif"];
const maxMegabytes = 10;

function explainPhoto(error: unknown, now: number): AuthError {
  const { validationError } = asRecord(asRecord(error).details);
  if (validationError) return { key: "profile.photo.unreadable", display: "summary" };
  return toAccountError(error, now);
}

/** Uploads a photo as soon as it is selected. */
export function PhotoForm({ text, appearance, calls, hasPhoto, onDone }: PhotoFormProps) {
  const { session } = usePorchlight();
  const id = useId();
  const [isReading, setIsReading] = useState(false);
  const [wrong, setWrong] = useState<"wrong" | "unreadable">();
  const sending = useSubmission<Blob | "none">(explainPhoto, async (_context, photo) =>
    session.setMember(await (photo === "none" ? calls.removePhoto() : calls.setPhoto(photo))),
  );
  const max = new Intl.NumberFormat(text.language, { style: "unit", unit: "megabyte" }).format(maxMegabytes);
  const isBusy = isReading || sending.isPending;
  const failure = sending.error?.display === "notice" ? sending.error : undefined;
  const error = sending.error && !failure ? "unreadable" : wrong;

  async function send(photo: Blob | "none") {
    if (await sending.submit(photo)) onDone(true);
  }
  async function take(file: File) {
    sending.reset();
    setWrong(undefined);
    if (!types.includes(file.type) || file.size > maxMegabytes * 1_000_000) return setWrong("wrong");
    setIsReading(true);
    const photo = await resizePhoto(file).catch(() => undefined);
    setIsReading(false);
    if (photo) await send(photo);
    else setWrong("unreadable");
  }
  return (
    <SectionForm
      {...{ text, appearance }}
      isPending={isBusy}
      isDirty={false}
      onDirty={ignore}
      onGiveUp={() => onDone(false)}
    >
      {(giveUp) => (
        <div className="site-form">
          {failure && (
            <AccountErrorNotice
              {...{ text, failure, appearance }}
              sentence={(reason) => text("account.save.failed", { reason })}
            />
          )}
          <div {...part("field", "site-field", appearance)} data-state={error ? "invalid" : undefined}>
            <label {...part("label", "site-label", appearance)} htmlFor={id}>
              {text("profile.photo.choose")}
            </label>
            <p {...part("hint", "site-hint", appearance)} id={`${id}-hint`}>
              {text("profile.photo.hint", { max })}
            </p>
            {error && (
              <FieldError
                id={`${id}-error`}
                appearance={appearance}
                prefix={text("common.error.label")}
                text={text(`profile.photo.${error}`, { max })}
              />
            )}
            <input
              {...part("input", "site-input", appearance)}
              id={id}
              type="file"
              accept={types.join()}
              aria-invalid={error ? true : undefined}
              aria-describedby={`${id}-hint${error ? ` ${id}-error` : ""}`}
              disabled={isBusy}
              onChange={({ currentTarget }) => {
                const [file] = currentTarget.files ?? [];
                // Lets the same file be selected again.
                currentTarget.value = "";
                if (file) void take(file);
              }}
            />
          </div>
          <p {...part("progress", "site-progress", appearance)} role="status">
            {isBusy && text("account.action.saving")}
          </p>
          {hasPhoto && (
            <Button data-part="remove" aria-disabled={isBusy || undefined} onClick={() => !isBusy && void send("none")}>
              {text("profile.photo.remove")}
            </Button>
          )}
          <Button data-part="cancel" aria-disabled={isBusy || undefined} onClick={giveUp}>
            {text("account.action.cancel")}
          </Button>
        </div>
      )}
    </SectionForm>
  );
}

const ignore = () => undefined;
