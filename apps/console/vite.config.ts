import { fileURLToPath } from "node:url";
import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";

export default defineConfig({
  root: fileURLToPath(new URL(".", import.meta.url)),
  base: "/admin/",
  plugins: [react(), tailwindcss()],
  build: {
    manifest: true,
    emptyOutDir: true,
    // Its inline scripts would need a nonce.
    modulePreload: { polyfill: false },
    rolldownOptions: { input: fileURLToPath(new URL("src/entry-browser.tsx", import.meta.url)) },
  },
});
