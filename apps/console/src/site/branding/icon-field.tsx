import { useConsole } from "../../context.ts";
import { ImageControl } from "../../settings/setting-control.tsx";
import type { SettingControlProps } from "../../settings/setting-field.ts";
import { findSetting, useSettings } from "../../settings/use-settings.ts";
import { text } from "../../texts/text.ts";

/** Pixels. */
const size = 512;

/** The icon of the site as tabs of browsers and home screens of phones show it, uploaded or made from the logo. */
export function IconField(props: SettingControlProps) {
  const { query } = useSettings();
  const logo = query.data && findSetting(query.data, "logo").value;
  const { siteName } = useConsole().settings;
  const name = String((query.data && findSetting(query.data, "siteName").value) ?? siteName);
  const path = props.value === null ? "/favicon.svg" : `${props.value}/v1/fill/w_320,h_320,enc_png`;
  return (
    <ImageControl
      {...props}
      uploaded={text("Icon uploaded")}
      generator={
        typeof logo === "string" ? { name: text("Create from the logo"), generate: () => drawIcon(logo) } : undefined
      }
    >
      <span className="flex w-full flex-wrap gap-3" role="img" aria-label={text("Preview of the icon")}>
        {(["#eceef3", "#202124"] as const).map((bar, index) => (
          <span key={bar} className="grid w-48 items-end rounded-md px-2 pt-2" style={{ background: bar }}>
            <span
              className="flex items-center gap-2 rounded-t-md px-3 py-2"
              style={
                index === 0 ? { background: "#ffffff", color: "#15171c" } : { background: "#35363a", color: "#eceef3" }
              }
            >
              <img src={path} alt="" width={16} height={16} />
              <span className="truncate text-xs">{name}</span>
            </span>
          </span>
        ))}
        <span className="grid w-24 justify-items-center gap-1">
          <img src={path} alt="" width={60} height={60} className="rounded-xl" />
          <span className="max-w-full truncate text-xs">{name}</span>
        </span>
      </span>
    </ImageControl>
  );
}

/** The logo in the middle of a white square. */
async function drawIcon(logo: string): Promise<Blob> {
  const image = new Image();
  image.src = logo;
  await image.decode();
  const canvas = new OffscreenCanvas(size, size);
  const context = canvas.getContext("2d");
  if (!context) throw new Error("The browser cannot draw images.");
  context.fillStyle = "#ffffff";
  context.fillRect(0, 0, size, size);
  const scale = (size * 0.86) / Math.max(image.naturalWidth, image.naturalHeight);
  const [width, height] = [image.naturalWidth * scale, image.naturalHeight * scale];
  context.drawImage(image, (size - width) / 2, (size - height) / 2, width, height);
  return canvas.convertToBlob({ type: "image/png" });
}
