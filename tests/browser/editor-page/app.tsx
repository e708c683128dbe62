import "@porchlight/react/styles.css";
import "@porchlight/editor/styles.css";
import "./page.css";
import { RichContentEditor } from "@porchlight/editor";
import { createRoot } from "react-dom/client";

/** The editor on a page of its own. Tests set `content` and `failUploads`, and read `saved`. */
const page = window as unknown as {
  content?: object;
  saved?: object;
  failUploads?: boolean;
};

const uploadFile = async (file: File) => {
  await new Promise((resolve) => setTimeout(resolve, 50));
  if (page.failUploads) throw new Error("The connection was lost.");
  return { url: `https://media.example/${file.name}`, id: "m1", width: 2, height: 1 };
};

createRoot(document.querySelector("#app")!).render(
  <main>
    <h1>Editor</h1>
    <RichContentEditor
      content={(page.content ?? { nodes: [] }) as never}
      label="Post body"
      placeholder="Start writing, or press / for blocks"
      uploadFile={uploadFile}
      onChange={(getContent) => {
        page.saved = getContent();
      }}
    />
  </main>,
);
