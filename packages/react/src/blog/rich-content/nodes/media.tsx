import { playerOf } from "@porchlight/contract/blog/rich-content/players";
import type { Media, RichContentNode } from "@porchlight/contract/blog/rich-content/rich-content";
import type { ReactNode } from "react";
import { safeUrl } from "../../../ui/safe-url.ts";
import { asCount, asText, dataOf, type Loose, type RenderContext } from "../document.ts";
import { mediaProtocols, renderCaption } from "../media.tsx";
import { numberWithin } from "./css-values.ts";
import { ContentFrame } from "./html-frame.tsx";
import { textOf } from "./node-texts.ts";

/** URL of a media file, if valid. */
export function sourceOf(media: Loose<Media> | null | undefined): string | undefined {
  return safeUrl(dataOf(dataOf(media).src as Media["src"]).url, mediaProtocols)?.href;
}

function sizeOf(media: Loose<Media> | null | undefined) {
  const { width, height } = dataOf(media);
  return { width: asCount(width, 1, 100_000), height: asCount(height, 1, 100_000) };
}

/** A video with native controls and without autoplay. External players load on demand. */
export function renderVideo(node: RichContentNode, context: RenderContext, id: string | undefined): ReactNode {
  const { video, thumbnail, title } = dataOf(node.videoData);
  const source = sourceOf(video);
  if (!source) return null;
  const text = textOf(context);
  const poster = sourceOf(thumbnail);
  const name = asText(title) || text("blog.content.video");
  const player = playerOf(source);
  return (
    <figure id={id} className="site-figure">
      {player ? (
        <ContentFrame
          isPlayer
          src={player.src}
          page={source}
          title={name}
          poster={poster}
          load={text("blog.content.loadFrom", { host: player.host })}
          open={text("blog.content.openOn", { host: player.host })}
        />
      ) : (
        <video src={source} poster={poster} {...sizeOf(video)} aria-label={name} controls preload="none" playsInline />
      )}
      {renderCaption(node, context)}
    </figure>
  );
}

export function renderAudio(node: RichContentNode, context: RenderContext, id: string | undefined): ReactNode {
  const { audio, coverImage, name, authorName } = dataOf(node.audioData);
  const source = sourceOf(audio);
  if (!source) return null;
  const cover = sourceOf(coverImage);
  const title = asText(name) || textOf(context)("blog.content.audio");
  return (
    <figure id={id} className="site-figure site-card-row">
      {cover && <img className="site-card-picture" src={cover} alt="" loading="lazy" decoding="async" />}
      <div className="site-card-words">
        <p className="site-card-title">{title}</p>
        {asText(authorName) && <p className="site-card-note">{asText(authorName)}</p>}
        {/* biome-ignore lint/a11y/useMediaCaption: the document format carries no captions */}
        <audio src={source} controls preload="none" aria-label={title} />
      </div>
      {renderCaption(node, context)}
    </figure>
  );
}

export function renderFile(node: RichContentNode, context: RenderContext, id: string | undefined): ReactNode {
  const { src, name, type, sizeInKb, size } = dataOf(node.fileData);
  const source = safeUrl(dataOf(src).url, mediaProtocols);
  if (!source) return null;
  const kilobytes = numberWithin(sizeInKb, 1, 1e9) ?? (numberWithin(size, 1, 1e12) ?? 0) / 1000;
  const { language } = context.text;
  const weight =
    kilobytes >= 1 &&
    new Intl.NumberFormat(language, {
      style: "unit",
      unit: kilobytes >= 1000 ? "megabyte" : "kilobyte",
      maximumFractionDigits: kilobytes >= 1000 ? 1 : 0,
    }).format(kilobytes >= 1000 ? kilobytes / 1000 : kilobytes);
  const facts = [asText(type).slice(0, 20).toUpperCase(), weight].filter(Boolean).join(", ");
  return (
    <p id={id} className="site-file">
      <a href={source.href} download={asText(name) || true} rel="noopener noreferrer">
        {asText(name) || textOf(context)("blog.content.file")}
      </a>
      {facts && <span className="site-card-note"> ({facts})</span>}
    </p>
  );
}

/** An animated GIF, replaced by its still image with reduced motion. */
export function renderGif(node: RichContentNode, context: RenderContext, id: string | undefined): ReactNode {
  const { original, downsized, width, height } = dataOf(node.gifData);
  const address = (part: "gif" | "still") =>
    safeUrl(dataOf(downsized)[part], mediaProtocols)?.href ?? safeUrl(dataOf(original)[part], mediaProtocols)?.href;
  const moving = address("gif");
  const still = address("still");
  const source = moving ?? still;
  if (!source) return null;
  return (
    <figure id={id} className="site-figure">
      <picture>
        {/* `srcset` treats spaces and commas as separators. */}
        {still && (
          <source srcSet={still.replace(/[\s,]/g, encodeURIComponent)} media="(prefers-reduced-motion: reduce)" />
        )}
        <img
          src={source}
          alt={textOf(context)("blog.content.gif")}
          {...sizeOf({ width, height })}
          loading="lazy"
          decoding="async"
        />
      </picture>
      {renderCaption(node, context)}
    </figure>
  );
}
