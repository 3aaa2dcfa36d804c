// Resolves the Compose file that a folder's .env names, as `docker compose config` does, and prints it as JSON.
package main

import (
	"context"
	"fmt"
	"os"

	"github.com/compose-spec/compose-go/v2/cli"
)

func main() {
	options, err := cli.NewProjectOptions(nil,
		cli.WithWorkingDirectory(os.Args[1]),
		cli.WithEnvFiles(),
		cli.WithDotEnv,
		cli.WithConfigFileEnv,
		cli.WithDefaultConfigPath,
	)
	if err == nil {
		project, failed := options.LoadProject(context.Background())
		if err = failed; err == nil {
			var json []byte
			if json, err = project.MarshalJSON(); err == nil {
				fmt.Println(string(json))
				return
			}
		}
	}
	fmt.Fprintln(os.Stderr, err)
	os.Exit(1)
}
