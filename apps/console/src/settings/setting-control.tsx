import type { MediaFile } from "@porchlight/client/media";
import type { LogoSetting } from "@porchlight/client/site";
import { useMutation, useQuery } from "@tanstack/react-query";
import { Upload } from "lucide-react";
import type { ReactNode } from "react";
import { FileTrigger } from "react-aria-components";
import { useConsole } from "../context.ts";
import { pathOf } from "../media/file-properties.ts";
import { MediaPickerButton } from "../media/media-picker.tsx";
import { text } from "../texts/text.ts";
import { Button } from "../ui/button.tsx";
import { CheckboxChoices, RadioChoice } from "../ui/choices.tsx";
import { fieldErrorOf } from "../ui/errors/error-text.ts";
import { Select, TextArea, TextField } from "../ui/fields.tsx";
import { ErrorMessage } from "../ui/section.tsx";
import { showToast } from "../ui/toast.tsx";
import type { SettingControlProps } from "./setting-field.ts";

const imageSettings: readonly LogoSetting[] = ["logo", "logoDark", "icon"];
/** With more options, a choice is a list that opens. */
const maxRadios = 4;

/** The control of a setting, by its kind. */
export function SettingControl(props: SettingControlProps) {
  const { field, setting, value, error, onChange } = props;
  if (field.render) return field.render(props);
  const common = { label: field.label, hint: field.hint, error };
  const textValue = value === null ? "" : String(value);
  const optionOf = (id: string) => ({ id, ...(field.options?.[id] ?? { label: id }) });
  switch (setting.kind) {
    case "choice": {
      const options = (setting.options ?? []).map(optionOf);
      if (options.length <= maxRadios)
        return <RadioChoice {...common} options={options} value={textValue} onChange={onChange} />;
      return (
        <div className="grid gap-1">
          <Select label={field.label} options={options} value={textValue} onChange={onChange} />
          {common.hint !== undefined && <p className="text-muted">{common.hint}</p>}
        </div>
      );
    }
    case "choices":
      return (
        <CheckboxChoices
          {...common}
          options={(setting.options ?? []).map(optionOf)}
          value={Array.isArray(value) ? value : []}
          onChange={onChange}
        />
      );
    case "number":
      return (
        <TextField
          {...common}
          inputMode="numeric"
          value={textValue}
          onChange={(entered) => onChange(/^\s*\d{1,9}\s*$/.test(entered) ? Number(entered) : entered)}
        />
      );
    case "list":
      return (
        <TextArea
          {...common}
          value={Array.isArray(value) ? value.join("\n") : ""}
          onChange={(entered) => onChange(entered === "" ? [] : entered.split("\n"))}
        />
      );
    case "secret":
      return <SecretControl {...props} hint={common.hint} />;
    case "image":
      return (
        <ImageControl {...props} uploaded={text("Logo uploaded")}>
          {value !== null && (
            <span
              className={`grid h-14 min-w-20 place-items-center rounded-md border border-line px-3 ${setting.name === "logoDark" ? "bg-black" : "bg-white"}`}
            >
              <img src={String(value)} alt={field.label} className="max-h-10 max-w-60" />
            </span>
          )}
        </ImageControl>
      );
    case "text":
      return (
        <TextField
          {...common}
          placeholder={field.placeholder}
          value={textValue}
          onChange={(entered) => onChange(entered === "" ? null : entered)}
        />
      );
  }
}

/** A stored secret is never shown; it can be replaced or removed. */
function SecretControl({
  field,
  setting,
  value,
  isChanged,
  error,
  onChange,
  hint,
}: SettingControlProps & { hint: string | undefined }) {
  const isRemoved = isChanged && value === null;
  const state = isRemoved
    ? text("Will be removed when you save.")
    : setting.isSet
      ? text("Set. Enter another one to replace it.")
      : text("Not set.");
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_auto] items-end gap-2">
      <TextField
        label={field.label}
        hint={[hint, state].filter(Boolean).join(" ")}
        error={error}
        type="password"
        autoComplete="off"
        value={value === null ? "" : String(value)}
        onChange={(entered) => onChange(entered === "" ? null : entered)}
      />
      {setting.isSet && !isRemoved && (
        <Button kind="quiet" onPress={() => onChange(null)}>
          {text("Remove")}
        </Button>
      )}
    </div>
  );
}

/** Props of {@link ImageControl}. */
export interface ImageControlProps extends SettingControlProps {
  /** Confirms an upload. */
  uploaded: string;
  /** Returns an image made from another one, with the name of the action. */
  generator?: { name: string; generate(): Promise<Blob> } | undefined;
  /** Shows the image. */
  children: ReactNode;
}

/** Uploads, replaces, and removes the image of a setting. */
export function ImageControl({
  field,
  setting,
  value,
  onChange,
  onUpload,
  uploaded,
  generator,
  children,
}: ImageControlProps) {
  const upload = useMutation({
    mutationFn: async (chosen: Blob | Promise<Blob> | MediaFile) => {
      const name = imageSettings.find((one) => one === setting.name);
      const image = await chosen;
      if (name) await onUpload(name, image instanceof Blob ? image : await readLogo(image));
    },
    onSuccess: () => showToast(uploaded),
  });
  const rejected = fieldErrorOf(upload.error, "image");
  return (
    <fieldset className="grid gap-2">
      <legend className="font-medium">{field.label}</legend>
      {field.hint !== undefined && <p className="text-muted">{field.hint}</p>}
      {upload.isError && (
        <ErrorMessage
          error={rejected ? text("Choose a PNG, JPEG or WebP of at most 1 MB and 2048 × 2048 pixels.") : upload.error}
        />
      )}
      <div className="flex flex-wrap items-center gap-3">
        {children}
        <FileTrigger
          acceptedFileTypes={["image/png", "image/jpeg", "image/webp"]}
          onSelect={(files) => files?.[0] && upload.mutate(files[0])}
        >
          <Button isPending={upload.isPending}>
            <Upload aria-hidden size={16} />
            {upload.isPending ? text("Uploading…") : value === null ? text("Upload an image") : text("Replace")}
          </Button>
        </FileTrigger>
        <MediaPickerButton
          mediaType="IMAGE"
          isPending={upload.isPending}
          onChoose={([file]) => file && upload.mutate(file)}
        >
          {text("Choose from the library")}
        </MediaPickerButton>
        {generator && (
          <Button kind="quiet" isDisabled={upload.isPending} onPress={() => upload.mutate(generator.generate())}>
            {generator.name}
          </Button>
        )}
        {value !== null && (
          <Button kind="quiet" onPress={() => onChange(null)}>
            {text("Remove")}
          </Button>
        )}
      </div>
    </fieldset>
  );
}

const maxLogo = { bytes: 2 ** 20, pixels: 2048 } as const;

/** The bytes of an image as a logo. Those of large images, and of formats that emails cannot show, are converted. */
async function readLogo(file: MediaFile): Promise<Blob> {
  const { _id: id, sizeInBytes, width = 0, height = 0 } = file;
  const isSuitable =
    /\.(?:png|jpg|webp)$/.test(id) && sizeInBytes <= maxLogo.bytes && Math.max(width, height) <= maxLogo.pixels;
  const response = await fetch(`${pathOf(file)}${isSuitable ? "" : "/v1/fit/w_640"}`, {
    headers: { accept: "image/png,image/jpeg" },
  });
  if (!response.ok) throw new Error(`The image could not be read: ${response.status}`);
  return response.blob();
}

/** The setting of the newsletter, with the number of its subscribers. */
export function NewsletterSwitch(control: SettingControlProps) {
  const { newsletterPosts } = useConsole().clients.site;
  const { data } = useQuery({
    queryKey: ["newsletter", "stats"],
    queryFn: ({ signal }) => newsletterPosts.getNewsletterStats({ signal }),
  });
  const { render: _render, ...field } = control.field;
  return (
    <>
      <SettingControl {...control} field={field} />
      {data && (
        <p className="text-muted">
          {text("{n, plural, one {# subscriber} other {# subscribers}}, {pending} not confirmed, {bounced} bounced.", {
            n: data.subscribers,
            pending: data.pending,
            bounced: data.bounced,
          })}
        </p>
      )}
    </>
  );
}
