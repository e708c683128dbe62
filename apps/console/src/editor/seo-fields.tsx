import { type PostSeo, parseImageUrl, readPostSeo, type SeoData, withPostSeo } from "@porchlight/client/blog";
import { useConsole } from "../context.ts";
import { MediaPickerButton } from "../media/media-picker.tsx";
import { text } from "../texts/text.ts";
import { Button } from "../ui/button.tsx";
import { Toggle } from "../ui/choices.tsx";
import { TextArea, TextField } from "../ui/fields.tsx";

/** Props of {@link SeoFields}. */
export interface SeoFieldsProps {
  kind: "post" | "page";
  value: SeoData | null | undefined;
  /** What is shown where nothing else is entered. */
  defaults: { title: string; description: string; slug: string };
  /** Image of a post: `wix:image://…` or a URL. */
  image?: string | undefined;
  onChange(value: ReturnType<typeof withPostSeo>): void;
}

/** Search engines cut longer texts. */
const shown = { title: 60, description: 160 } as const;

const cut = (words: string, length: number) => (words.length > length ? `${words.slice(0, length - 1)}…` : words);

/** What search engines and social media show of a post or page, with a preview of both. */
export function SeoFields({ kind, value, defaults, image, onChange }: SeoFieldsProps) {
  const seo = readPostSeo(value);
  const change = (changes: PostSeo) => onChange(withPostSeo(value, { ...seo, ...changes }));
  const title = seo.title || defaults.title;
  const description = seo.description || defaults.description;
  const counted = { n: (seo.description ?? "").length, max: shown.description };
  const isUrl = !seo.canonicalUrl || /^https?:\/\/[^/\s]+/.test(seo.canonicalUrl);
  return (
    <>
      <TextField
        label={text("Title for search engines")}
        hint={text("{n} of {max} characters. Default: the title.", { n: (seo.title ?? "").length, max: shown.title })}
        value={seo.title ?? ""}
        maxLength={200}
        onChange={(entered) => change({ title: entered })}
      />
      <TextArea
        label={text("Description for search engines")}
        hint={
          kind === "post"
            ? text("{n} of {max} characters. Default: the excerpt.", counted)
            : text("{n} of {max} characters.", counted)
        }
        value={seo.description ?? ""}
        maxLength={500}
        onChange={(entered) => change({ description: entered })}
      />
      <TextField
        label={text("Canonical URL")}
        hint={
          kind === "post"
            ? text("If the post appeared elsewhere first.")
            : text("If the page appeared elsewhere first.")
        }
        type="url"
        value={seo.canonicalUrl ?? ""}
        error={isUrl ? undefined : text("Enter a full address, such as https://site.example/post.")}
        onChange={(entered) => change({ canonicalUrl: entered })}
      />
      <Toggle isOn={seo.noIndex === true} onChange={(noIndex) => change({ noIndex })}>
        {text("Hide from search engines")}
      </Toggle>
      <SearchPreview
        title={title}
        description={description}
        path={kind === "post" ? `blog › ${defaults.slug}` : defaults.slug}
        isHidden={seo.noIndex === true}
      />
      {(kind === "post" || seo.image) && (
        <CardPreview title={title} description={description} image={seo.image ?? image} />
      )}
      <div className="flex flex-wrap items-center gap-2">
        <MediaPickerButton mediaType="IMAGE" onChoose={([file]) => change({ image: file?.url })}>
          {seo.image ? text("Replace the image") : text("Choose an image for social media")}
        </MediaPickerButton>
        {seo.image && (
          <Button kind="quiet" onPress={() => change({ image: undefined })}>
            {text("Remove the image")}
          </Button>
        )}
        <p className="basis-full text-muted">
          {kind === "post"
            ? text("1200 × 630 pixels are best. Default: the cover, or a card with the title.")
            : text("1200 × 630 pixels are best. Default: none.")}
        </p>
      </div>
    </>
  );
}

interface SearchPreviewProps {
  title: string;
  description: string;
  path: string;
  isHidden: boolean;
}

function SearchPreview({ title, description, path, isHidden }: SearchPreviewProps) {
  return (
    <figure className="grid min-w-0 grid-cols-1 gap-2 wrap-anywhere">
      <figcaption className="text-muted">{text("In search results")}</figcaption>
      {isHidden ? (
        <p className="rounded-md border border-line p-3">{text("Search engines do not list it.")}</p>
      ) : (
        <div className="rounded-md border border-line bg-surface p-3">
          <p className="truncate text-xs text-muted">{`${location.host} › ${path}`}</p>
          <p className="text-base text-accent">{cut(title, shown.title)}</p>
          <p className="text-muted">{cut(description, shown.description)}</p>
        </div>
      )}
    </figure>
  );
}

function CardPreview({
  title,
  description,
  image: cover,
}: {
  title: string;
  description: string;
  image: string | undefined;
}) {
  const { siteName } = useConsole().settings;
  const image = parseImageUrl(cover);
  return (
    <figure className="grid min-w-0 grid-cols-1 gap-2 wrap-anywhere">
      <figcaption className="text-muted">{text("On social media")}</figcaption>
      <div className="overflow-hidden rounded-md border border-line bg-surface">
        {image ? (
          <img src={image.src} alt="" className="aspect-[1200/630] w-full object-cover" />
        ) : (
          <div className="grid aspect-[1200/630] content-between bg-accent p-4 text-on-accent">
            <p className="line-clamp-3 text-lg leading-6 font-semibold">{title}</p>
            <p>{siteName}</p>
          </div>
        )}
        <div className="p-3">
          <p className="text-xs text-muted">{location.host}</p>
          <p className="line-clamp-2 font-medium">{title}</p>
          <p className="line-clamp-2 text-muted">{description}</p>
        </div>
      </div>
    </figure>
  );
}
