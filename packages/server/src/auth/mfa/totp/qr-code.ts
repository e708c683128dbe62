import { renderSVG } from "uqr";

/** `text` as a QR code: a `data:` address of an SVG, dark on white also where the page is dark, for cameras want it so. */
export function drawQrCode(text: string): string {
  const svg = renderSVG(text, { ecc: "M", border: 4, whiteColor: "#fff", blackColor: "#000" });
  return `data:image/svg+xml;base64,${Buffer.from(svg).toString("base64")}`;
}
