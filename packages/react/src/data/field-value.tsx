import { parseImageUrl } from "@porchlight/client/blog";
import { lazy, type ReactNode, Suspense } from "react";
import { useSite } from "../provider.tsx";
import { Anchor } from "../ui/anchor.tsx";
import { safeUrl } from "../ui/safe-url.ts";
import { toMilliseconds } from "../ui/time-text.tsx";
import { collectionPath, referencedIds } from "./list/collection-entry.ts";
import type { FieldValueProps, ListTexts } from "./values/field-value-props.ts";

/** Rarely needed, so loaded on demand. */
const Structure = lazy(() => import("./values/structure-view.tsx"));
const Markup = lazy(() => import("./values/markup-view.tsx"));

/** Whether there is a value to show. */
export const hasValue = (value: unknown): boolean =>
  typeof value === "object" && !(value instanceof Date)
    ? Object.keys(value ?? {}).length > 0
    : value !== undefined && value !== "";

/** An item's value by field type; a value of another type is shown by its own. */
export function FieldValue(props: FieldValueProps): ReactNode {
  return renderValue(props) ?? <Nothing text={props.text} />;
}

function Nothing({ text }: Pick<FieldValueProps, "text">) {
  return (
    <>
      <span aria-hidden="true">–</span>
      <span className="site-hidden">{text("data.field.empty")}</span>
    </>
  );
}

function renderValue(props: FieldValueProps): ReactNode {
  const { field, value, text, imageHost, isShort = false } = props;
  if (field.type === "BOOLEAN" && (typeof value === "boolean" || !hasValue(value))) {
    return (
      <span className="site-badge" data-kind={value ? "success" : "off"}>
        {text(value ? "data.field.yes" : "data.field.no")}
      </span>
    );
  }
  if (!hasValue(value)) return undefined;
  switch (field.type) {
    case "DATE":
      return dayOf(value) ? <Day value={dayOf(value)!} {...{ text, isShort }} /> : <Instant {...props} />;
    case "DATETIME":
      return <Instant {...props} />;
    case "TIME":
      return typeof value === "string" ? clockText(value, text.language) : plain(props);
    case "URL":
      return typeof value === "string" ? <Link value={value} isShort={isShort} /> : plain(props);
    case "EMAIL":
      return typeof value === "string" ? (
        <Link value={`mailto:${value}`} label={value} isShort={isShort} />
      ) : (
        plain(props)
      );
    case "MEDIA_VECTOR_ART":
    case "IMAGE":
    case "MEDIA_IMAGE":
    case "LEGACY_IMAGE":
      if (parseImageUrl(asAddress(value))) return <Picture value={value} host={imageHost} isShort={isShort} />;
      return typeof value === "string" ? <FileLink value={value} host={imageHost} isShort={isShort} /> : plain(props);
    case "DOCUMENT":
    case "VIDEO":
    case "AUDIO":
    case "LEGACY_EXTERNAL_VIDEO":
    case "LEGACY_EXTERNAL_URL":
      return <FileLink value={value} host={imageHost} isShort={isShort} />;
    case "ARRAY_DOCUMENT":
    case "MEDIA_GALLERY":
      return <Files {...props} />;
    case "REFERENCE":
    case "MULTI_REFERENCE":
      return <References {...props} />;
    case "ARRAY_STRING":
      return plain({ ...props, value: [value].flat() });
    case "RICH_CONTENT":
      return isShort || typeof value !== "object" ? plain(props) : props.richContent?.(value);
    case "RICH_TEXT":
      if (typeof value !== "string") return plain(props);
      return isShort || !/[<&]/.test(value) ? withoutMarkup(value) : later(<Markup {...props} value={value} />);
    case "ADDRESS":
      return plain({ ...props, value: (value as { formatted?: unknown }).formatted || value });
    case "TEXT":
    case "NUMBER":
    case "BOOLEAN":
    case "ANY":
    case "ARRAY":
    case "OBJECT":
    case "SLUG":
    case "LANGUAGE":
    case "PAGE_LINK":
    case "LEGACY_BOOK":
    case "LEGACY_BROKEN_REFERENCE":
    case "LEGACY_COLOR":
    case "LEGACY_TIME":
      return plain(props);
    default:
      // A newer server may have more types.
      field.type satisfies never;
      return plain(props);
  }
}

const later = (value: ReactNode): ReactNode => <Suspense>{value}</Suspense>;

/** The date of a text, or of a `Date` at midnight UTC. */
function dayOf(value: unknown): string | undefined {
  const text = value instanceof Date ? value.toJSON() : value;
  return /^(\d{4}-\d\d-\d\d)(?:T00:00:00\.000Z)?$/.exec(typeof text === "string" ? text : "")?.[1];
}

/** A calendar date, independent of time zones. */
function Day({ value, text, isShort }: { value: string; text: ListTexts; isShort: boolean }) {
  const time = toMilliseconds(value);
  if (time === undefined) return <>{value}</>;
  const format = new Intl.DateTimeFormat(text.language, { timeZone: "UTC", dateStyle: isShort ? "medium" : "long" });
  return <time dateTime={value}>{format.format(time)}</time>;
}

/** A point in time in the site's zone. If the browser formats it differently, the server's text stays. */
function Instant(props: FieldValueProps) {
  const { value, text, isShort } = props;
  const { timeZone } = useSite();
  const isMoment = value instanceof Date || (typeof value === "string" && /^\d{4}-\d\d-\d\d/.test(value));
  const time = isMoment ? toMilliseconds(value as Date | string) : undefined;
  if (time === undefined) return value instanceof Date ? <Nothing text={text} /> : plain(props);
  const format = new Intl.DateTimeFormat(text.language, {
    ...{ timeZone, year: "numeric", month: isShort ? "short" : "long", day: "numeric" },
    ...{ hour: "numeric", minute: "2-digit", timeZoneName: isShort ? undefined : "short" },
  });
  return (
    <time dateTime={new Date(time).toISOString()} suppressHydrationWarning>
      {format.format(time)}
    </time>
  );
}

/** A time of day in the reader's format. */
function clockText(value: string, language: string): string {
  const time = toMilliseconds(`1970-01-01T${value}Z`);
  if (time === undefined) return value;
  return new Intl.DateTimeFormat(language, { timeZone: "UTC", timeStyle: time % 60_000 ? "medium" : "short" }).format(
    time,
  );
}

/** A value of any type. In a list, only the part of a structure that can be shown alone. */
function plain(props: FieldValueProps): ReactNode {
  const { value, text, isShort } = props;
  if (typeof value !== "object" || value === null) return scalarText(value, text);
  if (value instanceof Date) return <Instant {...props} />;
  const isList = Array.isArray(value);
  const scalars = Object.values(value).flatMap((one) => scalarText(one, text) ?? []);
  if (isList && scalars.length === value.length) return <Tags values={scalars} />;
  if (!isShort) return later(<Structure {...props} draw={plain} nothing={<Nothing text={text} />} />);
  return isList ? scalars.length > 0 && <Tags values={scalars} /> : scalars.join(", ").slice(0, 200);
}

function scalarText(value: unknown, text: ListTexts): string | undefined {
  if (typeof value === "boolean") return text(value ? "data.field.yes" : "data.field.no");
  if (typeof value === "number")
    return new Intl.NumberFormat(text.language, { maximumFractionDigits: 15 }).format(value);
  return typeof value === "string" && value !== "" ? value : undefined;
}

function Tags({ values }: { values: readonly string[] }) {
  return (
    <ul className="site-tags">
      {[...new Set(values)].map((tag) => (
        <li key={tag}>{tag}</li>
      ))}
    </ul>
  );
}

function References({
  field,
  value,
  text,
  references,
  itemHref = (id, of) => collectionPath(of, id),
}: FieldValueProps) {
  const { reference } = field;
  const names = reference ? references?.[reference.collectionId] : undefined;
  const named = referencedIds(value).flatMap((id) =>
    names && Object.hasOwn(names, id) ? [[id, names[id]] as const] : [],
  );
  if (named.length === 0 || !reference) return <Nothing text={text} />;
  const links = named.map(([id, name]) => (
    <Anchor key={id} href={itemHref(id, reference.collectionId)}>
      {name || text("data.field.untitled")}
    </Anchor>
  ));
  if (field.type === "REFERENCE") return links[0];
  return (
    <ul className="site-links">
      {links.map((link) => (
        <li key={link.key}>{link}</li>
      ))}
    </ul>
  );
}

/** A URL entered by a user: only http(s) links are followed. */
function Link({ value, label, isShort }: { value: unknown; label?: string; isShort: boolean }) {
  if (typeof value !== "string") return null;
  const url = safeUrl(value, ["http:", "https:", "mailto:"]);
  if (!url) return <>{label ?? value}</>;
  const words = label ?? value.replace(/^https?:\/\//i, "").replace(/\/$/, "");
  return (
    <a href={url.href} rel="noopener nofollow ugc">
      {isShort && words.length > 40 ? `${words.slice(0, 40)}…` : words}
    </a>
  );
}

function Picture({ value, host, isShort }: { value: unknown; host: string | undefined; isShort: boolean }) {
  const address = sourceOf(value);
  const image = parseImageUrl(typeof address === "string" ? address : undefined, host);
  if (!image) return null;
  const { alt } = value as { alt?: unknown };
  return (
    <img
      className={isShort ? "site-thumbnail" : "site-field-image"}
      src={image.src}
      width={image.width}
      height={image.height}
      alt={typeof alt === "string" ? alt : image.alt}
      loading="lazy"
      decoding="async"
    />
  );
}

const siteFile = /^wix:(?:video|audio|document|vector):\/\/v1\/([^/#]+)(?:\/([^/#]*))?/;

/** A file of this site by its original name, or an external one. */
function FileLink({ value, host = "", isShort }: { value: unknown; host: string | undefined; isShort: boolean }) {
  const address = sourceOf(value);
  const [, id, name] = (typeof address === "string" && siteFile.exec(address)) || [];
  if (!id) return <Link value={address} isShort={isShort} />;
  return <a href={`${host}/media/${encodeURIComponent(id)}`}>{decoded(name) || id}</a>;
}

function decoded(name: string | undefined): string {
  try {
    return decodeURIComponent(name ?? "");
  } catch {
    return "";
  }
}

/** Files of a list, images as such; if short, only the first ones. */
function Files({ field, value, imageHost, isShort = false }: FieldValueProps) {
  const files = [value].flat().slice(0, isShort ? 1 : 1000);
  return (
    <ul className={field.type === "MEDIA_GALLERY" ? "site-gallery-field" : "site-links"}>
      {files.map((file, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: files may be identical
        <li key={index}>
          {parseImageUrl(asAddress(file)) && field.type === "MEDIA_GALLERY" ? (
            <Picture value={file} host={imageHost} isShort={isShort} />
          ) : (
            <FileLink value={file} host={imageHost} isShort={isShort} />
          )}
        </li>
      ))}
    </ul>
  );
}

const asAddress = (file: unknown): string | undefined => {
  const source = sourceOf(file);
  return typeof source === "string" ? source : undefined;
};

/** Files are a URL, or an object with one. */
function sourceOf(value: unknown): unknown {
  if (typeof value !== "object" || value === null) return value;
  const { src, url } = value as { src?: unknown; url?: unknown };
  return src ?? url;
}

const entities: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', nbsp: " ", "#39": "'" };

/** The text of HTML. It is rendered as text, so it cannot inject markup. */
function withoutMarkup(html: string): string {
  return html
    .replace(/<[^>]*>/g, " ")
    .replace(/&(amp|lt|gt|quot|nbsp|#39);/g, (all, name: string) => entities[name] ?? all)
    .replace(/\s+/g, " ")
    .trim();
}
