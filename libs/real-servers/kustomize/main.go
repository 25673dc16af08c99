// Command kismet-kustomize builds folders of manifests with Kustomize, and reads files of YAML, for programs that read JSON: `build FOLDER...` or `read FILE...` writes an object with
// the list of documents of each.
package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"runtime/debug"

	yamlstream "go.yaml.in/yaml/v3"
	"sigs.k8s.io/kustomize/api/krusty"
	"sigs.k8s.io/kustomize/kyaml/filesys"
)

func main() {
	version := flag.Bool("version", false, "print the version of Kustomize")
	flag.Parse()
	if *version {
		fmt.Println("kustomize", versionOf("sigs.k8s.io/kustomize/api"))
		return
	}
	documents := map[string][]any{}
	readers := map[string]func(string) ([]any, error){"build": build, "read": read}
	reader, known := readers[flag.Arg(0)]
	if !known || flag.NArg() < 2 {
		fmt.Fprintln(os.Stderr, "usage: kismet-kustomize build FOLDER... | read FILE...")
		os.Exit(2)
	}
	for _, path := range flag.Args()[1:] {
		found, err := reader(path)
		if err != nil {
			fmt.Fprintf(os.Stderr, "%s: %v\n", path, err)
			os.Exit(1)
		}
		documents[path] = found
	}
	if err := json.NewEncoder(os.Stdout).Encode(documents); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func build(folder string) ([]any, error) {
	built, err := krusty.MakeKustomizer(krusty.MakeDefaultOptions()).Run(filesys.MakeFsOnDisk(), folder)
	if err != nil {
		return nil, err
	}
	documents := []any{}
	for _, resource := range built.Resources() {
		document, err := resource.Map()
		if err != nil {
			return nil, err
		}
		documents = append(documents, document)
	}
	return documents, nil
}

func read(file string) ([]any, error) {
	text, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	documents := []any{}
	for decoder := yamlstream.NewDecoder(bytes.NewReader(text)); ; {
		var document any
		if err := decoder.Decode(&document); errors.Is(err, io.EOF) {
			return documents, nil
		} else if err != nil {
			return nil, err
		}
		if document != nil {
			documents = append(documents, document)
		}
	}
}

// versionOf is the version of the module that this program was built with.
func versionOf(module string) string {
	if info, ok := debug.ReadBuildInfo(); ok {
		for _, dependency := range info.Deps {
			if dependency.Path == module {
				return dependency.Version
			}
		}
	}
	return "unknown"
}
